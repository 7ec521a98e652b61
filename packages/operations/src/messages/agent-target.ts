import {
  type AlertId,
  DeliveryTarget,
  type FieldError,
  InvalidRequest,
  InvalidToken,
  type ReportId,
  Secret,
  type Store,
  type StoredTarget,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductWriteCall } from '../definition/index.ts'
import { nearCandidates } from '../inputs/near-candidates.ts'
import { openWebhook, type PlannedTarget } from './delivery-target.ts'

const [EmailTarget] = DeliveryTarget.options

/**
 * Where an agent may have statistics sent: to the person it acts for, and to where a person of the product sends alerts or reports
 * already. An address that an agent read somewhere else may be that of a stranger.
 */
export const AgentTarget = z
  .discriminatedUnion('kind', [
    EmailTarget,
    z.strictObject({
      kind: z.literal('same_as'),
      of: z.string().min(1).max(64).meta({ description: 'The id of an alert or report of the product.' }),
    }),
  ])
  .meta({
    description:
      'The account’s own address, addresses that alerts or reports of the product have, or where one of these is sent.',
  })
export type AgentTarget = z.infer<typeof AgentTarget>

/** Something of the product that is sent already. */
interface Sent {
  readonly id: AlertId | ReportId
  readonly name: string
  readonly target: StoredTarget
}

/** The target that an agent means; the address of its account when it names none. Throws `InvalidRequest` for any other. */
export async function targetForAgent(call: ProductWriteCall, asked: AgentTarget | undefined): Promise<PlannedTarget> {
  if (asked === undefined) return { kind: 'email', addresses: [await ownAddress(call)] }
  if (asked.kind === 'same_as') return targetOf(call, asked.of)
  const allowed = new Set([await ownAddress(call), ...(await addressesInUse(call))])
  const errors = asked.addresses.flatMap((address, i) => (allowed.has(address) ? [] : [strange(i)]))
  if (errors.length > 0) throw new InvalidRequest(errors)
  return asked
}

const strange = (i: number): FieldError => ({
  path: `target.addresses.${i}`,
  message:
    'must be the address of this account, or one that an alert or report of the product has; a person in the dashboard adds others',
})

async function ownAddress({ store, account }: ProductWriteCall): Promise<string> {
  const own = await store.accounts.find(account)
  if (own === undefined) throw new InvalidToken(true)
  return own.email
}

async function sentOf({ store, product }: ProductWriteCall): Promise<readonly Sent[]> {
  return [...(await store.alerts.list(product.id)), ...(await store.scheduledReports.list({ product: product.id }))]
}

async function addressesInUse(call: ProductWriteCall): Promise<readonly string[]> {
  const sent = await sentOf(call)
  const lists = await Promise.all(sent.map((one) => subscribed(call.store, one)))
  return lists.flat()
}

/** Addresses that did not unsubscribe: an agent cannot send anything to the others. */
async function subscribed(store: Pick<Store, 'emailOptOuts'>, { id, target }: Sent): Promise<string[]> {
  if (target.kind !== 'email') return []
  const ended = await store.emailOptOuts.among(id, target.addresses)
  return target.addresses.filter((address) => !ended.has(address))
}

/** An id that is none, with the alerts and reports that it may mean if the credential may read them. */
function unknownOf(given: string, sent: readonly Sent[], { principal }: ProductWriteCall): FieldError {
  const [candidates] = principal.scopes.has('content:read')
    ? nearCandidates(
        'target.of',
        given,
        sent.map(({ id, name }) => ({ id, names: [name] })),
      )
    : []
  const message = 'is not an alert or report of the product'
  return candidates === undefined
    ? { path: 'target.of', message }
    : { ...candidates, message: `${message}; ${candidates.message}` }
}

async function targetOf(call: ProductWriteCall, id: string): Promise<PlannedTarget> {
  const sent = await sentOf(call)
  const found = sent.find((one) => one.id === id)
  if (found === undefined) throw new InvalidRequest([unknownOf(id, sent, call)])
  if (found.target.kind === 'email') {
    const addresses = await subscribed(call.store, found)
    if (addresses.length === 0)
      throw new InvalidRequest([{ path: 'target.of', message: 'is sent to no one any longer: all unsubscribed' }])
    return { kind: 'email', addresses }
  }
  const { kind, format } = found.target
  const webhook = openWebhook(call.delivery.sealer, found.id, found.target)
  if (webhook === undefined)
    throw new InvalidRequest([
      {
        path: 'target.of',
        message: 'has a webhook that can no longer be read; a person in the dashboard enters it again',
      },
    ])
  const { url, secret } = webhook
  return { kind, format, url, ...(secret !== undefined && { knownSecret: new Secret(secret) }) }
}
