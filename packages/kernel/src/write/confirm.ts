import {
  IdempotencyConflict,
  IdempotencyKeyRequired,
  OutcomeUnknown,
  RequestInProgress,
  timestamp,
} from '@footfall/core-domain'
import { type ConfirmFailure, type IdempotencyKey, type Outcome, parseIdempotencyKey } from '@footfall/idempotency'
import type { Confirmed } from '../confirmation.ts'
import type { Domain, KernelWrite, Origin, Rules, WriteRequest } from '../domain.ts'
import type { Done } from '../plan.ts'
import type { ShownPreview } from '../previews.ts'
import { commitWrite } from './commit.ts'
import { type Executed, executed, type Recorded, recordOf } from './executed.ts'
import { readPreview } from './preview-first.ts'
import { asGiven, fingerprintOf } from './request.ts'

/** Executes the write once for this key. Access is checked again inside the transaction that writes. */
export async function confirmWrite<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  confirmation: Omit<Confirmed, 'confirm'>,
  origin: Origin,
): Promise<Executed> {
  const { services, principal } = request
  rules.assertMayWrite(principal)
  const key = parseIdempotencyKey(confirmation.key)
  if (key === undefined) throw new IdempotencyKeyRequired()
  let preview: ShownPreview | undefined
  const outcome = await services.confirmations.confirm<Done<unknown>>(
    recordedAs(rules, request, key, confirmation.named),
    async (tx) => {
      const { revision } = confirmation
      const done = await commitWrite(rules, request, tx, { key, preview, revision }, origin)
      return { answer: done, result: JSON.stringify(recordOf(done)) }
    },
    // Outside of the transaction, which would hold a connection while the limit is looked up on another.
    async () => {
      // A replay needs no preview, which may have expired by then.
      preview = readPreview(rules, request, confirmation, origin.channel)
      await services.admitWrite(principal)
    },
  )
  return answerOf(rules, request, key, outcome)
}

/** The change that is recorded under the key, answered again; undefined if the key is free. */
export async function replayWrite<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  given: string,
): Promise<Executed | undefined> {
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

function answerOf<D extends Domain>(
  rules: Rules<D>,
  { operation, resource }: WriteRequest<D>,
  key: string,
  outcome: Outcome<Done<unknown>>,
): Executed {
  const { data, creates, idempotency } = answeredOf(operation, key, outcome)
  return { creates, data, meta: { idempotency, ...rules.shownOf(resource, data.result) } }
}

function answeredOf(operation: KernelWrite, key: string, outcome: Outcome<Done<unknown>>) {
  const { name, creates } = operation
  const state = 'executed' as const
  switch (outcome.kind) {
    case 'executed':
      return {
        ...executed(operation, outcome.answer),
        idempotency: { key, replayed: false, expires_at: timestamp(outcome.expiresAt) },
      }
    case 'replayed':
      return {
        creates,
        data: { state, operation: name, ...(JSON.parse(outcome.result) as Recorded) },
        idempotency: { key, replayed: true, expires_at: timestamp(outcome.expiresAt) },
      }
    case 'resolved_executed':
      return {
        creates: false,
        data: { state, operation: name, result: null },
        idempotency: { key, replayed: true, expires_at: null, resolved_by_operator: true as const },
      }
    default:
      throw errorOf(outcome)
  }
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
