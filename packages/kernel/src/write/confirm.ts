import {
  IdempotencyConflict,
  IdempotencyKeyRequired,
  OutcomeUnknown,
  RequestInProgress,
  timestamp,
} from '@footfall/core-domain'
import { type ConfirmFailure, type IdempotencyKey, type Outcome, parseIdempotencyKey } from '@footfall/idempotency'
import type { Confirmed } from '../confirmation.ts'
import type { Approvals, Domain, HeldChange, Origin, Rules, WriteRequest } from '../domain.ts'
import type { Done } from '../plan.ts'
import type { ShownPreview } from '../previews.ts'
import { commitWrite } from './commit.ts'
import {
  type Executed,
  executed,
  type Recorded,
  type RecordedWaiting,
  recordedResult,
  type Waiting,
} from './executed.ts'
import { approvalsFor, holdWrite } from './hold.ts'
import { readPreview } from './preview-first.ts'
import { asGiven, fingerprintOf } from './request.ts'

/** How a confirmed write is answered. */
export type Answered = ({ readonly kind: 'executed' } & Executed) | ({ readonly kind: 'awaiting_approval' } & Waiting)

/** What a confirmation did. */
type Confirmation = { readonly done: Done<unknown> } | { readonly held: HeldChange }

/**
 * Executes the write once for this key, or records once that it waits for a person. Access is checked again inside the
 * transaction that writes.
 */
export async function confirmWrite<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  confirmation: Omit<Confirmed, 'confirm'>,
  origin: Origin,
): Promise<Answered> {
  const { services, principal } = request
  rules.assertMayWrite(principal)
  const key = parseIdempotencyKey(confirmation.key)
  if (key === undefined) throw new IdempotencyKeyRequired()
  const approvals = approvalsFor(rules, principal)
  let preview: ShownPreview | undefined
  const outcome = await services.confirmations.confirm<Confirmation>(
    recordedAs(rules, request, key, confirmation.named),
    async (tx) => {
      const confirming = { key, preview, revision: confirmation.revision }
      if (approvals !== undefined) {
        const held = await holdWrite(rules, approvals, request, tx, confirming, origin)
        const waiting: RecordedWaiting = { waits: held.id }
        return { answer: { held }, result: JSON.stringify(waiting), keptMs: approvals.keptMs }
      }
      const done = await commitWrite(rules, request, tx, confirming, origin)
      return { answer: { done }, result: recordedResult(done) }
    },
    // Outside of the transaction, which would hold a connection while the limit is looked up on another.
    async () => {
      // A replay needs no preview, which may have expired by then.
      preview = readPreview(rules, request, confirmation, origin.channel)
      await services.admitWrite(principal)
      await rules.prepare?.(request)
    },
  )
  return answerOf(rules, request, key, outcome)
}

/** The change that is recorded under the key, answered again; undefined if the key is free. */
export async function replayWrite<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  given: string,
): Promise<Answered | undefined> {
  const key = parseIdempotencyKey(given)
  if (key === undefined) throw new IdempotencyKeyRequired()
  const outcome = await request.services.confirmations.replay(recordedAs(rules, request, key))
  return outcome && answerOf(rules, request, key, outcome)
}

function recordedAs<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  key: IdempotencyKey,
  named?: Confirmed['named'],
) {
  const { operation, principal } = request
  const owner = rules.credentialOf(principal)
  const fingerprint = fingerprintOf(rules, request)
  return { owner, key, operation: operation.name, fingerprint, ...asGiven(rules, request, named) }
}

async function answerOf<D extends Domain>(
  rules: Rules<D>,
  { operation, resource, services }: WriteRequest<D>,
  key: string,
  outcome: Outcome<Confirmation>,
): Promise<Answered> {
  const { name, creates } = operation
  type Idempotency = Waiting['meta']['idempotency']
  const waiting = (approval: HeldChange, idempotency: Idempotency): Answered => ({
    kind: 'awaiting_approval',
    data: { state: 'awaiting_approval', operation: name, approval },
    meta: { idempotency, ...rules.shownOf(resource) },
  })
  const answered = ({ creates, data }: Executed, idempotency: Idempotency): Answered => ({
    kind: 'executed',
    creates,
    data,
    meta: { idempotency, ...rules.shownOf(resource, data.result) },
  })
  const recorded = (found: Recorded) => ({ creates, data: { state: 'executed', operation: name, ...found } as const })
  switch (outcome.kind) {
    case 'executed': {
      const idempotency = { key, replayed: false, expires_at: timestamp(outcome.expiresAt) }
      const { answer } = outcome
      return 'held' in answer
        ? waiting(answer.held, idempotency)
        : answered(executed(operation, answer.done), idempotency)
    }
    case 'replayed': {
      const idempotency = { key, replayed: true, expires_at: timestamp(outcome.expiresAt) }
      // Written by `confirmWrite` and nothing else.
      const record = JSON.parse(outcome.result) as Recorded | RecordedWaiting
      const found = 'waits' in record ? await outcomeOf(rules.approvals, record, services) : record
      return 'link' in found ? waiting(found, idempotency) : answered(recorded(found), idempotency)
    }
    case 'resolved_executed': {
      const data = { state: 'executed', operation: name, result: null } as const
      return answered(
        { creates: false, data },
        { key, replayed: true, expires_at: null, resolved_by_operator: true as const },
      )
    }
    default:
      throw errorOf(outcome)
  }
}

/** What became of a change that waited. Throws the error of one that will never be executed. */
async function outcomeOf<D extends Domain>(
  approvals: Approvals<D> | undefined,
  { waits }: RecordedWaiting,
  services: WriteRequest<D>['services'],
): Promise<HeldChange | Recorded> {
  if (approvals === undefined) throw new TypeError('a change waits for approval in a host without approvals')
  const outcome = await approvals.outcomeOf(waits, services)
  // The host recorded it as `recordedResult` wrote it.
  return 'executed' in outcome ? (JSON.parse(outcome.executed) as Recorded) : outcome
}

function errorOf(failure: ConfirmFailure): Error {
  switch (failure.kind) {
    case 'arguments_differ':
      return new IdempotencyConflict()
    case 'still_executing':
      return new RequestInProgress(5)
    case 'outcome_unknown':
      return new OutcomeUnknown()
  }
}
