import type { StateReason, ValueState } from '../api/types.ts'

interface Stated {
  readonly state: ValueState
  readonly reason: StateReason | null
}

export interface StateWords {
  /** Where a number would stand. */
  readonly short: string
  /** Why, as a sentence. */
  readonly why: string
}

const REASONS: Readonly<Record<StateReason, StateWords>> = {
  no_data_collected: { short: 'No data', why: 'Nothing was collected for this.' },
  below_suppression_threshold: { short: 'Withheld', why: 'Too few visitors to show without pointing at people.' },
  beyond_retention: { short: 'Not kept', why: 'These days are older than what this product keeps.' },
  before_first_event: { short: 'Before the start', why: 'These days lie before the first event of this product.' },
  in_the_future: { short: 'Not yet', why: 'These days have not begun.' },
  metric_not_collected: { short: 'Not collected', why: 'This product never sent what this is made of.' },
  not_connected: { short: 'Not connected', why: 'No provider is connected.' },
  provider_error: { short: 'Failed', why: 'The provider did not answer as it should.' },
}

const STATES: Readonly<Record<Exclude<ValueState, 'available'>, StateWords>> = {
  empty: REASONS.no_data_collected,
  withheld: REASONS.below_suppression_threshold,
  unavailable: { short: 'Unavailable', why: 'There is no number for this.' },
}

/** What to say where there is no number; undefined where there is one. Never a zero that was not counted. */
export function stateWords({ state, reason }: Stated): StateWords | undefined {
  if (state === 'available') return undefined
  return reason === null ? STATES[state] : REASONS[reason]
}
