import {
  CredentialNotAccepted,
  isRecord,
  NotFound,
  type ProductLookup,
  type ReachedProduct,
  type ReadDays,
  recordChange,
} from '@footfall/core-domain'
import {
  type Answer,
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
  type AccountTokenPrincipal,
  actsForAccount,
  credentialOf,
  limitsOf,
  type Principal,
  roleAtLeast,
} from '@footfall/scopes-policy'
import { auditFacts } from '../audit/audit-facts.ts'
import type { Services } from '../definition/call.ts'
import type { Executable, ExecutableRead, ExecutableWrite } from '../definition/operation.ts'
import type { Plan } from '../definition/plan.ts'
import { KEPT_MS } from '../features/approvals/approval.ts'
import { holdChange } from '../features/approvals/hold.ts'
import { outcomeOfChange } from '../features/approvals/outcome-of.ts'
import { answerForLink } from '../features/shares/shared-answer.ts'
import { authorize, type Reached } from './authorize.ts'
import { type CallReports, callReports } from './call-reports.ts'
import { assertSignedInRecently } from './recent-sign-in.ts'
import { writtenByVisitors } from './written-by-visitors.ts'

/** How a call relates to its caller's connection. */
export interface CallOptions {
  /** Returns a signal that is aborted when the caller no longer waits. Reports are then stopped; changes are not. */
  readonly signal?: (() => AbortSignal) | undefined
  /** Whether the caller asks what was read. Only administrators of the product get it. */
  readonly asksWhatWasRead?: boolean
  /** The longest series that the caller takes; the limit of the catalog when absent. */
  readonly seriesPointsMax?: number
}

/** The types of Footfall in the kernel. */
interface Footfall extends Domain {
  readonly principal: Principal
  readonly resource: Reached | undefined
  readonly read: ExecutableRead
  readonly write: ExecutableWrite
  readonly tx: Parameters<Parameters<Services['transaction']>[0]>[0]
  readonly services: Services
  readonly options: CallOptions
  readonly callState: CallReports & Pick<Services, 'hashLinkPassword'>
  readonly details: ReadDays
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
    const product = resource?.product.id
    const path = product === undefined ? {} : { product }
    const authorized = (anew: Principal) => authorize(operation, anew, { path, query: {} }, tx.store, channel)
    const active = services.assertStillActive(actingForAccount(principal), tx, product)
    const { reached } = await (principal.kind === 'account_token'
      ? authorized(readAnew(principal, await active))
      : authorizedAfter(active, authorized(principal)))
    await assertSignedInRecently(operation, principal, services, tx.sessions)
    return reached
  },
  assertMayWrite: (principal) => void actingForAccount(principal),
  begin: (principal, reached, services, { signal }) => ({
    ...callReports(principal, reached, services.analytics, signal),
    hashLinkPassword: hashedOnce(services),
  }),
  end: (reports) => reports.end(),
  async read(request) {
    const { operation, principal, resource, input, options } = request
    const role = resource?.product.role
    const reading = read(request)
    const { read: days, ...answer } = await (principal.kind === 'shared_link' ? answerForLink(reading) : reading)
    const showsDetails =
      options.asksWhatWasRead && days !== undefined && role !== undefined && roleAtLeast(role, 'admin')
    const mayBeWritten = operation.writtenFor(input)
    return {
      answer: withWritten(answer, mayBeWritten),
      writtenByOthers: mayBeWritten,
      ...(showsDetails ? { details: days } : {}),
    }
  },
  async prepare({ operation, input, callState }) {
    const password = operation.passwordIn?.(input)
    if (typeof password === 'string') await callState.hashLinkPassword(password)
  },
  plan: (request, tx) => plan(request, (tx ?? request.services).store),
  credentialOf,
  identityOf: (resource) => (resource === undefined ? {} : { product: idsOf(resource) }),
  shownOf: (resource, result) => (resource === undefined ? {} : { product: shownProduct(resource.product, result) }),
  writesDirectly: ({ kind }) => kind === 'session',
  mustPreview: (principal) => limitsOf(principal).previewFirst,
  approvals: {
    mustWait: (principal) => limitsOf(principal).approval,
    keptMs: KEPT_MS,
    hold(tx, { principal, resource, services, operation, input }, plan, key, origin) {
      const acting = actingForAccount(principal)
      const change = { principal: acting, product: resource?.product, operation: operation.name }
      return holdChange(tx, services, { ...change, input, plan, key, origin })
    },
    outcomeOf: outcomeOfChange,
  },
  recordPreviewUse: ({ store }, preview, expiresAt) => store.previewUses.record(preview, expiresAt),
  record(tx, { principal, resource, services, input }, change, origin) {
    const acting = actingForAccount(principal)
    // The audit log keeps the changes, and an idempotency record a result that is about as large as the input.
    services.takeChangeBytes(acting.account, Buffer.byteLength(JSON.stringify([change.changes, input, change.undo])))
    return recordChange(tx, services, auditFacts(acting, origin, { ...change, product: resource?.product.id }))
  },
}

/** Hashes the password of a call once: before the transaction, and not again in it. A read keeps nothing for it. */
function hashedOnce(services: Pick<Services, 'hashLinkPassword'>): Services['hashLinkPassword'] {
  let known: { readonly password: string; readonly hash: Promise<string> } | undefined
  return (password) => {
    if (known?.password !== password) known = { password, hash: services.hashLinkPassword(password) }
    return known.hash
  }
}

/** Says in `meta` which text of an answer visitors chose. */
function withWritten(answer: Answer<unknown, unknown>, mayBeWritten: readonly string[]): Answer<unknown, unknown> {
  const written = mayBeWritten.length === 0 ? [] : writtenByVisitors({ ...answer }, mayBeWritten)
  return written.length === 0 ? answer : { ...answer, meta: { ...Object(answer.meta), written_by_visitors: written } }
}

function idsOf({ product, several }: Reached): string {
  return several === undefined ? product.id : several.products.map(({ id }) => id).join(',')
}

/** The same credential with what was read in the transaction, in place of what was read before it. */
function readAnew(
  { lookedUp: _, ...credential }: AccountTokenPrincipal,
  lookedUp: ProductLookup | undefined,
): Principal {
  return { ...credential, ...(lookedUp && { lookedUp }) }
}

/** Both are sent together, which is one round trip. The credential is checked first. */
async function authorizedAfter<Authorized>(
  active: Promise<unknown>,
  authorized: Promise<Authorized>,
): Promise<Authorized> {
  authorized.catch(() => {})
  await active
  return authorized
}

/** With its new name if the write changed it. */
function shownProduct({ id, name }: ReachedProduct, result: unknown): { readonly id: string; readonly name: string } {
  const changed = isRecord(result) && result.id === id ? result.name : undefined
  return { id, name: typeof changed === 'string' ? changed : name }
}

function read({ operation, principal, resource, input, services, callState, options }: ReadRequest<Footfall>) {
  const call = { ...services, reports: callState.reports, principal, seriesPointsMax: options.seriesPointsMax }
  if (operation.product !== 'none') {
    if (resource === undefined) throw new NotFound()
    return operation.run({ ...call, product: resource.product, several: resource.several }, input)
  }
  if (!actsForAccount(principal)) throw new NotFound()
  return operation.run({ ...call, principal, account: principal.account }, input)
}

function plan(request: WriteRequest<Footfall>, store: Services['store']): Promise<Plan<unknown>> {
  const { operation, resource, input, services, callState } = request
  const principal = actingForAccount(request.principal)
  const { reports, hashLinkPassword } = callState
  const call = { ...services, reports, hashLinkPassword, store, principal, account: principal.account }
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

/** Runs an operation of Footfall. */
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
