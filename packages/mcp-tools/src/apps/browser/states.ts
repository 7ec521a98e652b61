import { type Fields, numberOf, textOf } from './read-values.ts'

/** A value that may not be there. It is never a zero that was not counted. */
export interface Stated {
  /** Null unless the state is `available`. */
  readonly value: number | null
  readonly state: string
  readonly reason: string
}

interface StateText {
  /** In place of the number. */
  readonly short: string
  readonly why: string
}

const NO_DATA: StateText = { short: 'No data', why: 'No data was collected.' }
const WITHHELD: StateText = { short: 'Withheld', why: 'Withheld to protect privacy: too few visitors.' }
const UNAVAILABLE: StateText = { short: 'Unavailable', why: 'This number is not available.' }

const REASONS: ReadonlyMap<string, StateText> = new Map(
  Object.entries({
    no_data_collected: NO_DATA,
    below_suppression_threshold: WITHHELD,
    beyond_retention: { short: 'Deleted', why: 'These days are older than the retention of this product.' },
    before_first_event: { short: 'Before first event', why: 'These days are before the first event of this product.' },
    in_the_future: { short: 'In the future', why: 'These days are in the future.' },
    value_never_seen: { short: 'Never seen', why: 'No event ever had this value.' },
    dimension_not_collected: { short: 'Not collected', why: 'No event has this property.' },
    identity_off: { short: 'Not identified', why: 'Visitors of this product are not identified.' },
    filters_exclude_each_other: { short: 'Nothing passes', why: 'No event meets all conditions together.' },
    filters_exclude_metric: { short: 'Left out', why: 'The filters leave out what this counts.' },
    currencies_differ: { short: 'Currencies differ', why: 'These products have different currencies.' },
    not_available_for_all: {
      short: 'Not in every product',
      why: 'At least one of these products has no number for this.',
    },
    not_fully_collected: { short: 'Incomplete', why: 'Not all of these days were collected.' },
    metric_not_collected: { short: 'Not tracked', why: 'Not tracked yet.' },
    not_connected: { short: 'Not connected', why: 'No provider is connected.' },
    provider_error: { short: 'Failed', why: 'The provider returned an error.' },
  }),
)
const STATES: ReadonlyMap<string, StateText> = new Map(Object.entries({ empty: NO_DATA, withheld: WITHHELD }))

export function describeState({ state, reason }: Stated): StateText {
  return REASONS.get(reason) ?? STATES.get(state) ?? UNAVAILABLE
}

/** A value is a number only where it is available, whatever its other fields say. */
export function statedOf(fields: Fields, name = 'value'): Stated {
  const state = textOf(fields.state)
  const value = state === 'available' ? numberOf(fields[name]) : null
  return {
    value,
    state: value === null && state === 'available' ? 'unavailable' : state,
    reason: textOf(fields.reason),
  }
}
