/** The age at which engine time counts half. */
const HALF_LIFE_MS = 10_000
/** Recent engine time from which an account is a heavy user. */
const HEAVY_MS = 8_000
/** Recent engine time from which an account has the priority 2, and 3. One statement without pause reaches 14 s, two reach 29 s. */
const LEVELS_MS = [HEAVY_MS, 18_000]
/** The highest priority, of accounts with little recent use and of urgent statements. */
export const FIRST_PRIORITY = 1
/** The lowest priority. Maintenance has it as well, since accounts can cause any amount of it by imports, erasures and deletions. */
export const LAST_PRIORITY = FIRST_PRIORITY + LEVELS_MS.length
/**
 * An account has the first priority while it used at most this share of what the heaviest user did. During heavy use the
 * statements of everyone take long, so time by itself would mark them as heavy users too.
 */
const LIGHT_SHARE = 0.6
/**
 * Time of statements, free or not, from which no statement of the account is free. One statement after the other without pause
 * reaches 14 s, so only an account that always has two or more running loses its free time.
 */
const BUSY_MS = 18_000
/** The number of accounts beyond which those without recent use are removed. */
const ACCOUNTS_BEFORE_REMOVAL = 1000
const NEGLIGIBLE_MS = 1

/** How much time accounts used recently: of the engine, or of something else that they share. */
export interface RecentUse {
  /** Counts a statement from now on, until the function that is returned is called. */
  begin(account: string): () => void
  /** In milliseconds, where time from ten seconds ago counts half. Use without pause reaches 14 s. */
  usedMs(account: string): number
  /** Whether an account that is none of these used it recently. */
  areOthersActive(accounts: readonly string[]): boolean
  /** Whether the account used so much that others go first. */
  isHeavy(account: string): boolean
  /**
   * The priority of the next statement of an account in ClickHouse, where 1 is the highest: a statement pauses while one of a
   * higher priority runs.
   */
  priorityOf(account: string): number
}

interface Account {
  /** As of `at`. */
  usedMs: number
  /** Like `usedMs`, with the time that was free. */
  ranMs: number
  at: number
  /** Of each running statement, the time from which on it counts. */
  readonly running: Set<{ readonly countsFrom: number }>
}

/**
 * The first `freeMs` of a statement do not count, so that short ones count nothing, unless the account always has several
 * running.
 */
export function recentUse(nowMs: () => number, freeMs = 0): RecentUse {
  const accounts = new Map<string, Account>()

  /** Updates the value to now. Each running statement counts for the time since then, and older time counts less. */
  function update(account: Account): Account {
    const now = nowMs()
    const passed = now - account.at
    account.usedMs *= left(passed)
    account.ranMs = account.ranMs * left(passed) + account.running.size * grownIn(passed)
    for (const { countsFrom } of account.running) account.usedMs += grownIn(now - Math.max(countsFrom, account.at))
    account.at = now
    return account
  }

  function removeIdle(): void {
    if (accounts.size < ACCOUNTS_BEFORE_REMOVAL) return
    for (const [name, account] of accounts) {
      const { running, ranMs } = update(account)
      if (running.size === 0 && ranMs < NEGLIGIBLE_MS) accounts.delete(name)
    }
  }

  function usedMs(name: string): number {
    const account = accounts.get(name)
    return account === undefined ? 0 : update(account).usedMs
  }

  return {
    begin(name) {
      removeIdle()
      const account = update(accounts.get(name) ?? { usedMs: 0, ranMs: 0, at: nowMs(), running: new Set() })
      const statement = { countsFrom: nowMs() + (account.ranMs < BUSY_MS ? freeMs : 0) }
      account.running.add(statement)
      accounts.set(name, account)
      return () => {
        update(account).running.delete(statement)
      }
    },

    usedMs,

    areOthersActive(names) {
      for (const [name, account] of accounts)
        if (!names.includes(name) && update(account).ranMs >= NEGLIGIBLE_MS) return true
      return false
    },

    isHeavy: (name) => usedMs(name) >= HEAVY_MS,

    priorityOf(name) {
      const used = usedMs(name)
      const level = LEVELS_MS.filter((level) => used >= level).length
      if (level === 0) return FIRST_PRIORITY
      const most = Math.max(...[...accounts.values()].map((account) => update(account).usedMs))
      return used <= most * LIGHT_SHARE ? FIRST_PRIORITY : FIRST_PRIORITY + level
    },
  }
}

/** The share of engine time from so long ago that is left; all of it where a clock was set back. */
function left(passedMs: number): number {
  return 2 ** (-Math.max(0, passedMs) / HALF_LIFE_MS)
}

/** What the use of a statement grows by in so long. */
function grownIn(passedMs: number): number {
  return (HALF_LIFE_MS / Math.LN2) * (1 - left(passedMs))
}

/** How the engine runs a statement while it runs others. */
export interface Rank {
  /** Without it, the statement neither pauses nor lets others pause. */
  readonly priority?: number | undefined
  /** Without it, the statement uses every processor. */
  readonly threads?: number | undefined
}

export function rankSettings({ priority, threads }: Rank): readonly string[] {
  return [
    ...(priority === undefined ? [] : [`priority = ${priority}`]),
    ...(threads === undefined ? [] : [`max_threads = ${threads}`]),
  ]
}
