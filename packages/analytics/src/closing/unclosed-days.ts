import { DAY_MS, type ProductId } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { CLOSED_AFTER_MS } from './close-days.ts'
import { dayStates, firstDayOfEvents, isComplete } from './day-states.ts'

/** Days whose rows reports read, since there are no numbers of all of them. Days with named visitors are left out. */
export interface UnclosedDays {
  /** Not closed yet: today, and those that the job has to do. */
  readonly open: number
  /** Closed, and given other rows since. */
  readonly dirty: number
}

export async function unclosedDays(engine: Engine, product: ProductId, nowMs: number): Promise<UnclosedDays> {
  const first = await firstDayOfEvents(engine, product)
  if (first === undefined) return { open: 0, dirty: 0 }
  const states = await dayStates(engine, product)
  const unclosed = states.filter((state) => !state.isNamed && !isComplete(state))
  const isDirty = ({ closed }: (typeof states)[number]) => closed !== undefined && closed.rows >= 0
  const dirty = unclosed.filter(isDirty).length
  const known = new Set(states.map(({ day }) => day))
  const lastDue = Math.floor((nowMs - CLOSED_AFTER_MS) / DAY_MS) - 1
  const unknown = Array.from({ length: Math.max(0, lastDue - first + 1) }, (_, i) => first + i)
  return { open: unclosed.length - dirty + unknown.filter((day) => !known.has(day)).length, dirty }
}
