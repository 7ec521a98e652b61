import type { Clock } from '@footfall/core-domain'

/** Wednesday. Everything that the questions ask about lies before it. */
export const NOW = Date.parse('2026-11-18T09:30:00.000Z')

export interface EvalClock extends Clock {
  /** Epoch milliseconds. */
  set(instant: number): void
}

export function evalClock(): EvalClock {
  let now = NOW
  return {
    now: () => now,
    set(instant) {
      now = instant
    },
  }
}
