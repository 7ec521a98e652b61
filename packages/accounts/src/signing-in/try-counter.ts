import {
  type AccountId,
  type Clock,
  currentKey,
  DAY_MS,
  HOUR_MS,
  type Keyring,
  keyedHash,
  RateLimited,
  type ShareId,
  type SignInAttemptRepository,
  type SignInAttempts,
  timestamp,
} from '@footfall/core-domain'

const SECOND_MS = 1_000
/** This many failures cause no delay, since people mistype. */
const FAILURES_WITHOUT_DELAY = 3
/** The maximum, so that failures of somebody else do not lock a person out for long. */
const DELAY_MS_MAX = 300 * SECOND_MS
/** Failures expire this long after the last attempt. */
const EXPIRES_AFTER_MS = DAY_MS
/** Addresses without an account share this many counters, which bounds the table. */
const UNKNOWN_COUNTERS = 65_536
const ATTEMPTS_MAX = 5
/** The audit entries about failures per account and hour. */
export const FAILURE_ENTRIES_PER_HOUR_MAX = 10

/**
 * What attempts are counted by: an account, one of its known devices, an address without an account, or one network that
 * opens a shared link. Codes of second factors are counted apart from passwords.
 */
export type TrySubject =
  | { readonly kind: 'account'; readonly account: AccountId }
  | { readonly kind: 'device'; readonly device: string }
  | { readonly kind: 'second_factor'; readonly account: AccountId }
  | { readonly kind: 'second_factor_device'; readonly device: string }
  | { readonly kind: 'unknown'; readonly email: string }
  | { readonly kind: 'shared_link'; readonly link: ShareId; readonly network: string }

/** An attempt that is being checked. It counts as failed until its outcome is known. */
export interface CountedTry {
  /** The consecutive failures, including this attempt. */
  readonly failures: number
  /** No other attempt is checked before this time, if this one fails. */
  readonly blockedUntilMs: number
  /** The audit entries about failures in this hour, including this attempt. */
  readonly entriesThisHour: number
  /** The password was right. */
  succeeded(): Promise<void>
  /** The attempt could not be checked. */
  undo(): Promise<void>
}

export interface TryCounter {
  /** Throws `RateLimited` while the subject is delayed. */
  begin(subject: TrySubject): Promise<CountedTry>
  forget(subject: TrySubject): Promise<void>
}

/**
 * Delays attempts at one account longer after each failure, whatever their address. An attempt is counted before it is
 * checked, so that concurrent attempts gain nothing.
 */
export function createTryCounter({
  attempts,
  clock,
  key,
}: {
  readonly attempts: SignInAttemptRepository
  readonly clock: Clock
  readonly key: Keyring
}): TryCounter {
  const hash = (text: string) => keyedHash(currentKey(key), 'sign-in tries', text)
  const nameOf = (subject: TrySubject): string => {
    switch (subject.kind) {
      case 'account':
        return hash(`account:${subject.account}`).toString('base64url')
      case 'device':
        return hash(`device:${subject.device}`).toString('base64url')
      case 'second_factor':
        return hash(`second factor:${subject.account}`).toString('base64url')
      case 'second_factor_device':
        return hash(`second factor device:${subject.device}`).toString('base64url')
      case 'shared_link':
        return hash(`shared link:${subject.link}:${subject.network}`).toString('base64url')
      case 'unknown':
        return hash(`counter:${hash(`email:${subject.email}`).readUInt32BE() % UNKNOWN_COUNTERS}`).toString('base64url')
    }
  }

  return {
    async begin(subject) {
      const name = nameOf(subject)
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        const stored = await attempts.find(name)
        const now = clock.now()
        const before = stored !== undefined && Date.parse(stored.expires_at) > now ? stored : undefined
        const waitMs = before === undefined ? 0 : Date.parse(before.blocked_until) - now
        if (waitMs > 0) throw new RateLimited(Math.ceil(waitMs / 1_000))
        const next = afterFailure(before, now, (stored?.version ?? 0) + 1)
        if (!(await attempts.replace(name, stored, next))) continue
        return {
          failures: next.failures,
          blockedUntilMs: Date.parse(next.blocked_until),
          entriesThisHour: next.hour_entries,
          succeeded: () => attempts.remove(name),
          // Changes nothing after another attempt, whose failure must stay counted.
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

/**
 * Counts an attempt, and checks it. One that is right ends the count. One that cannot be checked, so that `check` throws, is not
 * counted.
 */
export async function checkCounted<T>(
  counter: Pick<TryCounter, 'begin'>,
  subject: TrySubject,
  check: () => Promise<T | undefined>,
): Promise<{ readonly counted: CountedTry; readonly right: T | undefined }> {
  const counted = await counter.begin(subject)
  const right = await check().catch(async (error: unknown) => {
    await counted.undo()
    throw error
  })
  if (right !== undefined) await counted.succeeded()
  return { counted, right }
}

/** The delay after consecutive failures: 1, 2, 4 … seconds. */
function delayMs(failures: number): number {
  if (failures <= FAILURES_WITHOUT_DELAY) return 0
  return Math.min(SECOND_MS * 2 ** (failures - FAILURES_WITHOUT_DELAY - 1), DELAY_MS_MAX)
}

function afterFailure(before: SignInAttempts | undefined, now: number, version: number): SignInAttempts {
  const failures = (before?.failures ?? 0) + 1
  const sameHour = before !== undefined && now - Date.parse(before.hour_began_at) < HOUR_MS
  return {
    failures,
    blocked_until: timestamp(now + delayMs(failures)),
    hour_began_at: sameHour ? before.hour_began_at : timestamp(now),
    hour_entries: sameHour ? before.hour_entries + 1 : 1,
    expires_at: timestamp(now + EXPIRES_AFTER_MS),
    version,
  }
}
