import { HOUR_MS } from '@footfall/core-domain'

/** What may be collected of one product in an hour; 0 means no limit. */
export interface HourlyBudget {
  readonly events: number
  readonly bytes: number
}

export interface Budgets {
  /** Milliseconds until the used-up budget of a product is renewed; undefined while some is left. */
  exhaustedFor(product: string, now: number): number | undefined
  /** Counts an event that is written as this text. */
  spend(product: string, text: string, now: number): void
}

export const UNLIMITED: HourlyBudget = { events: 0, bytes: 0 }

/**
 * Counts what is collected of each product in the current clock hour, in the memory of this process: one lookup per
 * event and no coordination between processes.
 */
export function createBudgets({ events, bytes }: HourlyBudget): Budgets {
  if (events === 0 && bytes === 0) return { exhaustedFor: () => undefined, spend() {} }
  let hour = 0
  let spent = new Map<string, { events: number; bytes: number }>()

  function resetInNewHour(now: number): void {
    const current = Math.floor(now / HOUR_MS)
    if (current === hour) return
    hour = current
    spent = new Map()
  }

  return {
    exhaustedFor(product, now) {
      resetInNewHour(now)
      const used = spent.get(product)
      if (used === undefined) return undefined
      const isOver = (events > 0 && used.events >= events) || (bytes > 0 && used.bytes >= bytes)
      return isOver ? (hour + 1) * HOUR_MS - now : undefined
    },
    spend(product, text, now) {
      resetInNewHour(now)
      const size = bytes === 0 ? 0 : Buffer.byteLength(text)
      const used = spent.get(product)
      if (used === undefined) {
        spent.set(product, { events: 1, bytes: size })
        return
      }
      used.events++
      used.bytes += size
    },
  }
}
