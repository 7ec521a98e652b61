import {
  type AuditFacts,
  CredentialNotAccepted,
  IdempotencyConflict,
  IdempotencyKeyRequired,
  NotFound,
  OutcomeUnknown,
  type ReachedProduct,
  RequestInProgress,
  recordChange,
  type Store,
  type Transaction,
  timestamp,
} from '@footfall/core-domain'
import { type ConfirmFailure, fingerprint, type Outcome, parseIdempotencyKey } from '@footfall/idempotency'
import { type AccountPrincipal, type Channel, credentialOf, type Principal } from '@footfall/scopes-policy'
import type { Asker } from './asker.ts'
import { auditActor } from './audit-actor.ts'
import { authorize } from './authorize.ts'
import type { Services } from './definition/call.ts'
import type { ExecutableWrite } from './definition/operation.ts'
import type { Done, Plan, Preview } from './definition/plan.ts'
import { assertSignedInRecently } from './recent-sign-in.ts'

/** Whether the caller confirms, and under which key; as the adapter found it. */
export type Confirmation =
  | { readonly confirm: 'unspecified' }
  | { readonly confirm: false }
  | { readonly confirm: true; readonly key: unknown }

/** Where a request came from, for the audit log. */
export interface Origin {
  readonly channel: Channel
  readonly address: string | undefined
  readonly requestId: string | undefined
}

export interface WriteRequest {
  readonly operation: ExecutableWrite
  readonly principal: Principal
  readonly product: ReachedProduct | undefined
  /** Path and body, checked, as one flat object. */
  readonly input: Readonly<Record<string, unknown>>
  readonly services: Services
  readonly asker: Asker
}

export interface Executed {
  readonly creates: boolean
  readonly data: {
    readonly state: 'executed'
    readonly operation: string
    readonly result: unknown
    readonly secret?: string
    readonly secret_returned_once?: true
  }
  /** Absent where a person wrote directly, without a key. */
  readonly meta?: {
    readonly idempotency: {
      readonly key: string
      readonly replayed: boolean
      readonly expires_at: string | null
      readonly resolved_by_operator?: true
    }
  }
}

/** What the write would do now. Nothing is written, not even a counter. */
export async function previewWrite(request: WriteRequest): Promise<Preview> {
  const plan = await planOf(request, request.services.store)
  return {
    state: 'previewed',
    operation: request.operation.name,
    summary: plan.summary,
    changes: [...plan.changes],
    warnings: [...((await plan.warnings?.()) ?? [])],
    revision: plan.revision,
  }
}

/** What the record of an executed write holds: enough to answer again, and no secret. */
interface Recorded {
  readonly result: unknown
  readonly secret_returned_once?: true
}

/**
 * Executes the write once for this key. Everything that was asked of the caller is asked again inside the transaction,
 * where nobody can change it any more.
 */
export async function confirmWrite(
  request: WriteRequest,
  confirmation: { readonly key: unknown },
  origin: Origin,
): Promise<Executed> {
  const { operation, product, input, services } = request
  const principal = actingForAccount(request.principal)
  const key = parseIdempotencyKey(confirmation.key)
  if (key === undefined) throw new IdempotencyKeyRequired()
  const admitted = once(() => services.admitWrite(principal))
  const outcome = await services.confirmations.confirm<Done<unknown>>(
    {
      owner: credentialOf(principal),
      key,
      operation: operation.name,
      fingerprint: fingerprint(operation.name, { ...(product === undefined ? {} : { product: product.id }), ...input }),
    },
    async (tx) => {
      await admitted()
      const done = await commitWrite(request, principal, tx, key, origin)
      return { answer: done, result: JSON.stringify(recordOf(done)) }
    },
  )
  return answerOf(operation, key, outcome)
}

/** Executes the write of a person in the dashboard, who has judged it there: at once, with its audit entry, or not at all. */
export async function writeDirectly(request: WriteRequest, origin: Origin): Promise<Executed> {
  const principal = actingForAccount(request.principal)
  await request.services.admitWrite(principal)
  const done = await request.services.transaction((tx) => commitWrite(request, principal, tx, undefined, origin))
  return executed(request.operation, done)
}

/** Asks everything of the caller again inside the transaction, works the plan out there, and writes it. */
async function commitWrite(
  request: WriteRequest,
  principal: AccountPrincipal,
  tx: Transaction,
  key: string | undefined,
  origin: Origin,
): Promise<Done<unknown>> {
  const { operation, product, services } = request
  await services.assertStillActive(principal, tx)
  const path = product === undefined ? {} : { product: product.id }
  const current = await authorize(operation, principal, { path, query: {} }, tx.store, origin.channel)
  await assertSignedInRecently(operation, principal, services, tx.sessions)
  const plan = await planOf({ ...request, product: current.product }, tx.store)
  const done = await plan.commit(tx)
  await recordChange(tx, services, factsOf(request, principal, plan, done, key, origin))
  return done
}

function planOf(
  { operation, principal, product, input, services, asker: { reports } }: WriteRequest,
  store: Store,
): Promise<Plan<unknown>> {
  const caller = actingForAccount(principal)
  const { account } = caller
  if (operation.product === 'none')
    return operation.plan({ ...services, reports, store, principal: caller, account }, input)
  if (product?.role === undefined) throw new NotFound()
  return operation.plan({ ...services, reports, store, principal: caller, account, product }, input)
}

function actingForAccount(principal: Principal): AccountPrincipal {
  if (principal.kind === 'website_key') throw new CredentialNotAccepted()
  return principal
}

/** The one answer that shows a secret. */
function executed({ name, creates }: ExecutableWrite, done: Done<unknown>): Executed {
  const shown = done.secret === undefined ? {} : { secret: done.secret.reveal() }
  return { creates, data: { state: 'executed', operation: name, ...recordOf(done), ...shown } }
}

function recordOf({ result, secret }: Done<unknown>): Recorded {
  return secret === undefined ? { result } : { result, secret_returned_once: true }
}

function answerOf(operation: ExecutableWrite, key: string, outcome: Outcome<Done<unknown>>): Executed {
  const { name, creates } = operation
  switch (outcome.kind) {
    case 'executed':
      return {
        ...executed(operation, outcome.answer),
        meta: { idempotency: { key, replayed: false, expires_at: timestamp(outcome.expiresAt) } },
      }
    case 'replayed':
      return {
        creates,
        data: { state: 'executed', operation: name, ...(JSON.parse(outcome.result) as Recorded) },
        meta: { idempotency: { key, replayed: true, expires_at: timestamp(outcome.expiresAt) } },
      }
    case 'resolved_executed':
      return {
        creates: false,
        data: { state: 'executed', operation: name, result: null },
        meta: { idempotency: { key, replayed: true, expires_at: null, resolved_by_operator: true } },
      }
    default:
      throw refusalOf(outcome)
  }
}

function refusalOf(failure: ConfirmFailure): Error {
  switch (failure.kind) {
    case 'arguments_differ':
      return new IdempotencyConflict()
    case 'still_executing':
      return new RequestInProgress(5)
    case 'outcome_unknown':
      return new OutcomeUnknown()
  }
}

function factsOf(
  { operation, product }: WriteRequest,
  principal: AccountPrincipal,
  plan: Plan<unknown>,
  done: Done<unknown>,
  key: string | undefined,
  { channel, address, requestId }: Origin,
): AuditFacts {
  return {
    actor: auditActor(principal),
    operation: operation.name,
    product: product?.id,
    subject: done.subject,
    summary: plan.summary,
    changes: plan.changes,
    idempotency_key: key,
    channel,
    address,
    request_id: requestId,
  }
}

/** Runs a step at its first call only; a transaction may run its work again. */
function once(step: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= step()
    return running
  }
}
