import type { Outcome } from './outcome.ts'
import type { EpochMs, IdempotencyRecord, KeyRef, RecordStore } from './records.ts'
import type { Request } from './request.ts'

interface Dependencies {
  readonly records: Pick<RecordStore<never>, 'removeExpired'>
  now(): EpochMs
}

/**
 * `wait`: another execution has the key. `lapsed`: its lease ended. `free`: the record expired and was removed.
 */
export type HeldOutcome = Outcome<never> | 'wait' | 'lapsed' | 'free'

/** The outcome that a held key has for a request. */
export async function outcomeOfHeld(
  held: IdempotencyRecord,
  request: Pick<Request, 'fingerprint'> & KeyRef,
  { records, now }: Dependencies,
): Promise<HeldOutcome> {
  if (held.state === 'completed' && held.expiresAt <= now()) {
    await records.removeExpired(request, now())
    return 'free'
  }
  if (held.fingerprint !== request.fingerprint) return { kind: 'arguments_differ' }
  switch (held.state) {
    case 'completed':
      return { kind: 'replayed', result: held.result, expiresAt: held.expiresAt }
    case 'resolved_executed':
      return { kind: 'resolved_executed', resolvedAt: held.resolvedAt }
    case 'executing':
      return held.leaseUntil > now() ? 'wait' : 'lapsed'
  }
}
