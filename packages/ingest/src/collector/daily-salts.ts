import {
  type Clock,
  type DailySalts,
  HOUR_MS,
  type LocalDate,
  MINUTE_MS,
  type SaltStore,
  utcDate,
} from '@footfall/core-domain'

export interface SaltCache {
  /**
   * The present instant, and the salts of its day. It is read after the salts were: a row that took them before midnight
   * UTC and its instant after it would have the pseudonym of another day.
   */
  now(): Promise<{ readonly salts: DailySalts; readonly nowMs: number }>
  /** Called regularly: reads tomorrow’s salts in the last hour of the day and drops those of past days. */
  refresh(): void
}

/** Tomorrow’s salts are read this long before midnight UTC, so that an outage at midnight loses no events. */
const AHEAD_MS = HOUR_MS
const RETRY_AFTER_MS = MINUTE_MS

/** Caches the salts of the current day. Older ones must not stay in memory, since the store destroys them. */
export function cacheSalts(store: SaltStore, clock: Clock): SaltCache {
  const known = new Map<LocalDate, Promise<DailySalts>>()
  let triedAheadAt = Number.NEGATIVE_INFINITY

  function read(day: LocalDate): Promise<DailySalts> {
    const salts = store.salts(day)
    known.set(day, salts)
    // A failure is not cached: the next event reads again.
    salts.catch(() => {
      if (known.get(day) === salts) known.delete(day)
    })
    return salts
  }

  return {
    async now() {
      for (;;) {
        const day = utcDate(clock.now())
        const salts = await (known.get(day) ?? read(day))
        const nowMs = clock.now()
        if (utcDate(nowMs) === day) return { salts, nowMs }
      }
    },
    refresh() {
      const now = clock.now()
      const [today, soon] = [utcDate(now), utcDate(now + AHEAD_MS)]
      for (const day of known.keys()) if (day !== today && day !== soon) known.delete(day)
      const wasTriedRecently = Math.abs(now - triedAheadAt) < RETRY_AFTER_MS
      if (known.has(soon) || soon === today || wasTriedRecently) return
      triedAheadAt = now
      void read(soon)
    },
  }
}
