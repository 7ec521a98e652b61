import { recentUse } from './recent-use.ts'

/** What pauses are measured and made with. */
export interface ThreadClock {
  /** A clock in milliseconds, by which the time that the thread was kept is measured. */
  readonly nowMs: () => number
  /** Calls a function after a time in milliseconds. */
  readonly after: (ms: number, then: () => void) => void
}

/** Measures how long accounts keep a thread, and how long each pauses before it gets the thread again. */
export interface ThreadPauses {
  /** Counts from now on, until the function that is returned is called, which returns the length of the pause in milliseconds. */
  begin(account: string): () => number
  /** How long the account kept the thread recently, in milliseconds, where time from ten seconds ago counts half. */
  usedMs(account: string): number
  /** Calls the function when the pause has passed, or at once if it is shorter than a millisecond. */
  afterPause(pauseMs: number, then: () => void): void
}

/** The recent use with which a pause is as long as the work before it was; twice the use doubles the pause. */
const EQUAL_PAUSE_MS = 1_000
const PAUSE_MAX_MS = 500

/** An account that uses the thread without end gets a quarter of it; one that uses little of it does not pause. */
export function threadPauses({ nowMs, after }: ThreadClock): ThreadPauses {
  const use = recentUse(nowMs)
  return {
    usedMs: (account) => use.usedMs(account),
    begin(account) {
      const begunMs = nowMs()
      const end = use.begin(account)
      return () => {
        end()
        const factor = use.usedMs(account) / EQUAL_PAUSE_MS
        return Math.min((nowMs() - begunMs) * factor, PAUSE_MAX_MS)
      }
    },
    afterPause(pauseMs, then) {
      if (pauseMs < 1) then()
      else after(pauseMs, then)
    },
  }
}
