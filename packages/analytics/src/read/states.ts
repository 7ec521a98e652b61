import type { StateReason, ValueState } from '@footfall/core-domain'
import type { ResolvedRange } from '../calendar/date-range.ts'
import type { CollectedFacts } from '../days/collected.ts'

export interface Stated {
  readonly state: ValueState
  readonly reason: StateReason | null
}
export const AVAILABLE: Stated = { state: 'available', reason: null }
export const EMPTY: Stated = { state: 'empty', reason: 'no_data_collected' }
export const WITHHELD: Stated = { state: 'withheld', reason: 'below_suppression_threshold' }
export const unavailable = (reason: StateReason): Stated => ({ state: 'unavailable', reason })

/** The state of a period in which nothing was found. */
export async function stateOfNothing(collected: CollectedFacts, range: ResolvedRange): Promise<Stated> {
  const firstEventMs = await collected.firstEventMs()
  if (firstEventMs === undefined) return EMPTY
  if (range.asked.endMs <= firstEventMs) return unavailable('before_first_event')
  return (await collected.anyIn(range.kept)) ? AVAILABLE : EMPTY
}
