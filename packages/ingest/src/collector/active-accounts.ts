/** Which accounts used the service in the last second. */
export interface ActiveAccounts {
  /** Call it with the account for each of its requests. */
  seen(account: string): void
  areOthersThan(account: string): boolean
}

interface Seen {
  readonly account: string
  readonly at: number
}

const ACTIVE_MS = 1_000

/** Two accounts are enough to know whether there is another one: the last, and the last that differs from it. */
export function activeAccounts(nowMs: () => number): ActiveAccounts {
  let last: Seen | undefined
  let other: Seen | undefined
  return {
    seen(account) {
      if (last?.account !== account) other = last
      last = { account, at: nowMs() }
    },
    areOthersThan(account) {
      const seen = last?.account === account ? other : last
      return seen !== undefined && nowMs() - seen.at < ACTIVE_MS
    },
  }
}
