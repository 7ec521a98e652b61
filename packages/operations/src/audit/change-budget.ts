import { type AccountId, type Clock, HOUR_MS, RateLimited, SECOND_MS } from '@footfall/core-domain'

/** As much as the limit of writes allows of ordinary changes, and 60 of the largest settings. */
const BYTES_PER_HOUR = 32 * 1024 ** 2
/** What a change takes in the control database in addition to what it contains. */
const CHANGE_BYTES = 1024

/**
 * A budget of each account for an hour of the clock: the audit log keeps what a change replaces, for good, so a limit on the number of
 * changes alone leaves room for gigabytes. The count is in memory, and a restart begins a new one.
 */
export function createChangeBudget(clock: Clock, bytesPerHour = BYTES_PER_HOUR) {
  let hour = 0
  const used = new Map<AccountId, number>()
  return (account: AccountId, bytes: number): void => {
    const nowMs = clock.now()
    const current = Math.floor(nowMs / HOUR_MS)
    if (current !== hour) {
      hour = current
      used.clear()
    }
    const total = (used.get(account) ?? 0) + CHANGE_BYTES + bytes
    if (total > bytesPerHour) {
      const seconds = Math.ceil(((current + 1) * HOUR_MS - nowMs) / SECOND_MS)
      throw new RateLimited(seconds, { detail: DETAIL })
    }
    used.set(account, total)
  }
}

const DETAIL = 'The changes of this account in this hour are too large together; try again in the next hour.'
