import { HOUR_MS } from '@footfall/core-domain'

/** What may be collected of one product in an hour; 0 is no limit. */
export interface HourlyBudget {
  readonly events: number
  readonly bytes: number
}

export interface Budgets {
  /** For how many milliseconds the budget of a product stays used up; undefined while some of it is left. */
  exhaustedFor(product: string, now: number): number | undefined
  /** Counts an event that is being written. */
  spend(product: string, bytes: number, now: number): void
}

export const UNLIMITED: HourlyBudget = { events: 0, bytes: 0 }

/**
 * Counts what is collected of each product in this hour of the clock, in the memory of this process: a look-up an
 * event, and nothing that another process would have to agree to.
 */
export function createBudgets({ events, bytes }: HourlyBudget): Budgets {
  if (events === 0 && bytes === 0) return { exhaustedFor: () => undefined, spend() {} }
  let hour = 0
  let spent = new Map<string, { events: number; bytes: number }>()

  function turnHour(now: number): void {
    const current = Math.floor(now / HOUR_MS)
    if (current === hour) return
    hour = current
    spent = new Map()
  }

  return {
    exhaustedFor(product, now) {
      turnHour(now)
      const of = spent.get(product)
      if (of === undefined) return undefined
      const isOver = (events > 0 && of.events >= events) || (bytes > 0 && of.bytes >= bytes)
      return isOver ? (hour + 1) * HOUR_MS - now : undefined
    },
    spend(product, size, now) {
      turnHour(now)
      const of = spent.get(product)
      if (of === undefined) {
        spent.set(product, { events: 1, bytes: size })
        return
      }
      of.events++
      of.bytes += size
    },
  }
}
