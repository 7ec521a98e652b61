import {
  type AccountId,
  type Clock,
  DAY_MS,
  HOUR_MS,
  keyedHash,
  RateLimited,
  type SignInAttemptRepository,
  type SignInAttempts,
  timestamp,
} from '@footfall/core-domain'
import { delayMs } from './delay.ts'

/** After so long without a try, failures are forgotten. */
const FORGOTTEN_AFTER_MS = DAY_MS
/** Addresses without an account share so many counters: enough that none is guessed to, few enough to be kept. */
const UNKNOWN_COUNTERS = 65_536
const ROUNDS_MAX = 5

/** For whom tries are counted: an account, one browser of it, or an address that has none. */
export type TrySubject =
  | { readonly kind: 'account'; readonly account: AccountId }
  | { readonly kind: 'device'; readonly device: string }
  | { readonly kind: 'unknown'; readonly email: string }

/** A try that is being judged. It counts as failed until it is known to be none. */
export interface CountedTry {
  /** How many failed in a row, this one included. */
  readonly failures: number
  /** Until when no other is judged, if this one fails. */
  readonly blockedUntilMs: number
  /** How many audit entries about failures this hour has, with the one for this try. */
  readonly entriesThisHour: number
  /** The password was right. */
  succeeded(): Promise<void>
  /** It could not be judged. */
  undo(): Promise<void>
}

export interface TryCounter {
  /** Throws `RateLimited` while the subject has to wait. */
  begin(subject: TrySubject): Promise<CountedTry>
  forget(subject: TrySubject): Promise<void>
}

/**
 * Makes tries at one account wait longer after each failure, from wherever they come. A try is counted before it is judged,
 * so that many at once are no more than one after the other.
 */
export function createTryCounter({
  attempts,
  clock,
  key,
}: {
  readonly attempts: SignInAttemptRepository
  readonly clock: Clock
  readonly key: Uint8Array
}): TryCounter {
  const hash = (text: string) => keyedHash(key, 'sign-in tries', text)
  const nameOf = (subject: TrySubject): string => {
    switch (subject.kind) {
      case 'account':
        return hash(`account:${subject.account}`).toString('base64url')
      case 'device':
        return hash(`device:${subject.device}`).toString('base64url')
      case 'unknown':
        return hash(`counter:${hash(`email:${subject.email}`).readUInt32BE() % UNKNOWN_COUNTERS}`).toString('base64url')
    }
  }

  return {
    async begin(subject) {
      const name = nameOf(subject)
      for (let round = 0; round < ROUNDS_MAX; round++) {
        const kept = await attempts.find(name)
        const now = clock.now()
        const before = kept !== undefined && Date.parse(kept.expires_at) > now ? kept : undefined
        const waitMs = before === undefined ? 0 : Date.parse(before.blocked_until) - now
        if (waitMs > 0) throw new RateLimited(Math.ceil(waitMs / 1_000))
        const next = afterFailure(before, now, (kept?.version ?? 0) + 1)
        if (!(await attempts.replace(name, kept, next))) continue
        return {
          failures: next.failures,
          blockedUntilMs: Date.parse(next.blocked_until),
          entriesThisHour: next.hour_entries,
          succeeded: () => attempts.remove(name),
          // Only where no other try came in between: its failure must not be forgotten with this one.
          async undo() {
            const restored = before ?? { ...next, failures: 0, hour_entries: 0 }
            await attempts.replace(name, next, { ...restored, version: next.version + 1 })
          },
        }
      }
      throw new RateLimited(1)
    },

    forget: (subject) => attempts.remove(nameOf(subject)),
  }
}

function afterFailure(before: SignInAttempts | undefined, now: number, version: number): SignInAttempts {
  const failures = (before?.failures ?? 0) + 1
  const sameHour = before !== undefined && now - Date.parse(before.hour_began_at) < HOUR_MS
  return {
    failures,
    blocked_until: timestamp(now + delayMs(failures)),
    hour_began_at: sameHour ? before.hour_began_at : timestamp(now),
    hour_entries: sameHour ? before.hour_entries + 1 : 1,
    expires_at: timestamp(now + FORGOTTEN_AFTER_MS),
    version,
  }
}
