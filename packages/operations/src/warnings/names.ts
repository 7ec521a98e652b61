import type {
  AlertId,
  AnnotationId,
  DeliverySubject,
  FunnelId,
  LocalDate,
  ProductId,
  ReportId,
  ShareId,
  TokenId,
} from '@footfall/core-domain'
import type { AccountCall, ProductWriteCall } from '../definition/call.ts'
import { HostnameInput } from '../inputs/hostname.ts'
import { domainTakenWarnings } from './domain-taken.ts'
import { nameTakenWarnings } from './name-taken.ts'

/** How many things of a kind are compared. Names of those that ended are free again, and there is no bound to their number. */
export const LOOKED_AT_MAX = 500

/** A product is found by its name and by its hostnames, so that a name like a hostname of another one fits both. */
export async function productNameWarnings(
  { store, account, principal }: Pick<AccountCall, 'store' | 'account' | 'principal'>,
  name: string,
  own?: ProductId,
): Promise<string[]> {
  const { rows } = await store.products.listFor(account, principal.selection, { limit: LOOKED_AT_MAX })
  const hostname = HostnameInput.safeParse(name)
  return [
    ...nameTakenWarnings('product', name, namesBut(rows, own)),
    ...(hostname.success ? await domainTakenWarnings({ store, account, principal }, [hostname.data], own) : []),
  ]
}

export async function funnelNameWarnings({ store, product }: ProductWriteCall, name: string, own?: FunnelId) {
  const { rows } = await store.funnels.list(product.id, { limit: LOOKED_AT_MAX })
  return nameTakenWarnings('funnel', name, namesBut(rows, own))
}

export async function appNameWarnings({ store, product }: ProductWriteCall, name: string) {
  return nameTakenWarnings('app', name, namesBut(await store.apps.list(product.id)))
}

export async function alertNameWarnings({ store, product }: ProductWriteCall, name: string, own?: AlertId) {
  return nameTakenWarnings('alert', name, namesBut(await store.alerts.list(product.id), own))
}

export async function reportNameWarnings(
  { store }: Pick<AccountCall, 'store'>,
  subject: DeliverySubject,
  name: string,
  own?: ReportId,
) {
  return nameTakenWarnings('report', name, namesBut(await store.scheduledReports.list(subject), own))
}

export async function shareNameWarnings({ store, product }: ProductWriteCall, name: string, own?: ShareId) {
  const lasting = await store.sharedLinks.listLasting(product.id, LOOKED_AT_MAX)
  const active = lasting.filter(({ status }) => status === 'active')
  return nameTakenWarnings('shared link', name, namesBut(active, own))
}

export async function keyNameWarnings({ store, product }: ProductWriteCall, name: string) {
  return nameTakenWarnings('key', name, namesBut(await store.productKeys.listActive(product.id, LOOKED_AT_MAX)))
}

/** A token sees itself and its descendants, a person every token of the account. */
export async function tokenNameWarnings(
  { store, account, principal }: Pick<AccountCall, 'store' | 'account' | 'principal'>,
  name: string,
  own?: TokenId,
) {
  const within = principal.kind === 'account_token' ? { root: principal.token } : { account }
  return nameTakenWarnings('token', name, namesBut(await store.tokens.listActive(within, LOOKED_AT_MAX), own))
}

/** An annotation has its name on its day. */
export async function annotationWarnings(
  { store, product }: ProductWriteCall,
  { date, title }: { readonly date: LocalDate; readonly title: string },
  own?: AnnotationId,
) {
  const ofDay = await store.annotations.list(product.id, { from: date, to: date })
  const others = ofDay.filter(({ id }) => id !== own).map((annotation) => annotation.title)
  return nameTakenWarnings(`annotation of ${date}`, title, others)
}

function namesBut(things: readonly { readonly id: string; readonly name: string }[], own?: string): string[] {
  return things.filter(({ id }) => id !== own).map(({ name }) => name)
}
