import {
  CredentialNotAccepted,
  NotFound,
  type OwnedProduct,
  type ReachedProduct,
  type ReadDays,
  recordChange,
} from '@footfall/core-domain'
import {
  type Confirmation,
  createExecute,
  type Domain,
  type Outcome as KernelOutcome,
  meantBefore,
  type Named,
  type NamingWrite,
  type Origin,
  type RawInput,
  type ReadRequest,
  type Rules,
  type WriteRequest,
} from '@footfall/kernel'
import {
  type AccountPrincipal,
  actsForAccount,
  credentialOf,
  limitsOf,
  type Principal,
  roleAtLeast,
} from '@footfall/scopes-policy'
import { z } from 'zod'
import { auditFacts } from '../audit/audit-facts.ts'
import type { Services } from '../definition/call.ts'
import type { Executable, ExecutableRead, ExecutableWrite } from '../definition/operation.ts'
import type { Plan } from '../definition/plan.ts'
import { answerForLink } from '../features/shares/shared-answer.ts'
import { type Asker, askerOf } from './asker.ts'
import { authorize } from './authorize.ts'
import { assertSignedInRecently } from './recent-sign-in.ts'

/** How a call relates to its caller's connection. */
export interface CallOptions {
  /** Answers a signal that is aborted when the caller no longer waits. Reports are then stopped; changes are not. */
  readonly signal?: (() => AbortSignal) | undefined
  /** Whether the caller asks what was read. Only administrators of the product are told. */
  readonly asksWhatWasRead?: boolean
  /** The longest series that the caller takes; the limit of the catalog when absent. */
  readonly seriesPointsMax?: number
}

/** What Footfall brings to the kernel. */
interface Footfall extends Domain {
  readonly principal: Principal
  readonly resource: OwnedProduct<ReachedProduct> | undefined
  readonly read: ExecutableRead
  readonly write: ExecutableWrite
  readonly tx: Parameters<Parameters<Services['transaction']>[0]>[0]
  readonly services: Services
  readonly options: CallOptions
  readonly aid: Asker
  readonly told: ReadDays
}

export type Outcome = KernelOutcome<ReadDays>

/**
 * The rules of Footfall. The order of checks is the contract's: kind of credential → its limits → scope → product in selection
 * and the account a member → role → input → state.
 */
const RULES: Rules<Footfall> = {
  async authorize(operation, principal, raw, services, channel) {
    const { reached, rest } = await authorize(operation, principal, raw, services.store, channel)
    await assertSignedInRecently(operation, principal, services, services.sessions)
    return { resource: reached, rest }
  },
  async authorizeAgain({ operation, principal, resource, services }, tx, channel) {
    const path = resource === undefined ? {} : { product: resource.product.id }
    // Sent together, which is one round trip. The credential is judged first.
    const active = services.assertStillActive(actingForAccount(principal), tx)
    const authorized = authorize(operation, principal, { path, query: {} }, tx.store, channel)
    authorized.catch(() => {})
    await active
    const { reached } = await authorized
    await assertSignedInRecently(operation, principal, services, tx.sessions)
    return reached
  },
  assertMayWrite: (principal) => void actingForAccount(principal),
  begin: (principal, reached, { analytics }, { signal }) => askerOf(principal, reached, analytics, signal),
  end: (asker) => asker.end(),
  async read(request) {
    const { operation, principal, resource, input, options } = request
    const role = resource?.product.role
    const reading = read(request)
    const { read: days, ...answer } = await (principal.kind === 'shared_link' ? answerForLink(reading) : reading)
    const isTold = options.asksWhatWasRead && days !== undefined && role !== undefined && roleAtLeast(role, 'admin')
    return { answer, writtenByOthers: operation.writtenFor(input), ...(isTold ? { told: days } : {}) }
  },
  plan: (request, tx) => plan(request, (tx ?? request.services).store),
  credentialOf,
  identityOf: (resource) => (resource === undefined ? {} : { product: resource.product.id }),
  shownOf: (resource, result) => (resource === undefined ? {} : { product: shownProduct(resource.product, result) }),
  writesDirectly: ({ kind }) => kind === 'session',
  mustPreview: (principal) => limitsOf(principal).previewFirst,
  recordPreviewUse: ({ store }, preview, expiresAt) => store.previewUses.record(preview, expiresAt),
  record: (tx, { principal, resource, services }, change, origin) =>
    recordChange(
      tx,
      services,
      auditFacts(actingForAccount(principal), origin, { ...change, product: resource?.product.id }),
    ),
}

/** By the name that it has after the write, where that is what the write changed. */
function shownProduct({ id, name }: ReachedProduct, result: unknown): { readonly id: string; readonly name: string } {
  const changed = z.object({ id: z.literal(id), name: z.string() }).safeParse(result)
  return { id, name: changed.success ? changed.data.name : name }
}

function read({ operation, principal, resource, input, services, aid, options }: ReadRequest<Footfall>) {
  const call = { ...services, reports: aid.reports, principal, seriesPointsMax: options.seriesPointsMax }
  if (operation.product !== 'none') {
    if (resource === undefined) throw new NotFound()
    return operation.run({ ...call, product: resource.product }, input)
  }
  if (!actsForAccount(principal)) throw new NotFound()
  return operation.run({ ...call, principal, account: principal.account }, input)
}

function plan(request: WriteRequest<Footfall>, store: Services['store']): Promise<Plan<unknown>> {
  const { operation, resource, input, services, aid } = request
  const principal = actingForAccount(request.principal)
  const call = { ...services, reports: aid.reports, store, principal, account: principal.account }
  if (operation.product === 'none') return operation.plan(call, input)
  const product = resource?.product
  if (product?.role === undefined) throw new NotFound()
  return operation.plan({ ...call, product }, input)
}

function actingForAccount(principal: Principal): AccountPrincipal {
  if (!actsForAccount(principal)) throw new CredentialNotAccepted()
  return principal
}

/** What a write meant when its key was first used: see `Host.meantBefore`. */
export function writeMeantBefore(
  write: NamingWrite<Footfall>,
  services: Pick<Services, 'confirmations'>,
): Promise<Named['meant'] | undefined> {
  return meantBefore(RULES, write, services)
}

const NO_OPTIONS: CallOptions = {}
const perform = createExecute(RULES)

/** The single way in of Footfall. */
export function execute(
  operation: Executable,
  principal: Principal,
  raw: RawInput,
  services: Services,
  confirmation: Confirmation,
  origin: Origin,
  options: CallOptions = NO_OPTIONS,
): Promise<Outcome> {
  return perform(operation, principal, raw, services, confirmation, origin, options)
}
