import type { Metric, StateReason, ValueState } from '../api/types.ts'
import { metricLabel } from './metric-labels.ts'

interface ValueAndReason {
  readonly state: ValueState
  readonly reason: StateReason | null
  readonly metric?: Metric
}

export interface StateText {
  /** Shown in place of the number. */
  readonly short: string
  /** Heading in place of a whole chart or list, where `short` is none. */
  readonly title?: string
  /** Why, as a sentence. */
  readonly why: string
}

const REASONS: Readonly<Record<StateReason, StateText>> = {
  no_data_collected: { short: 'No data', why: 'No data was collected in this range.' },
  below_suppression_threshold: { short: 'Withheld', why: 'Withheld to protect privacy: too few visitors.' },
  beyond_retention: { short: 'Deleted', why: 'These days are older than the retention of this product.' },
  before_first_event: { short: 'Before first event', why: 'These days are before the first event of this product.' },
  in_the_future: { short: 'In the future', why: 'These days are in the future.' },
  value_never_seen: { short: 'Never seen', why: 'No event ever had this value.' },
  dimension_not_collected: { short: 'Not collected', why: 'No event has this property.' },
  identity_off: {
    short: 'Not identified',
    title: 'Visitors are not identified',
    why: 'Turn on identified visitors in the settings of this product.',
  },
  filters_exclude_each_other: {
    short: '–',
    title: 'No event passes all filters',
    why: 'No event meets all conditions together.',
  },
  filters_exclude_metric: {
    short: '–',
    title: 'Left out by the filters',
    why: 'The filters leave out what this counts.',
  },
  not_fully_collected: { short: 'Incomplete', why: 'Not all of these days were collected.' },
  metric_not_collected: { short: 'Not tracked', why: 'Not tracked yet.' },
  not_connected: { short: 'Not connected', why: 'No provider is connected.' },
  provider_error: { short: 'Failed', why: 'The provider returned an error.' },
}

const STATES: Readonly<Record<Exclude<ValueState, 'available'>, StateText>> = {
  empty: REASONS.no_data_collected,
  withheld: REASONS.below_suppression_threshold,
  unavailable: { short: 'Unavailable', why: 'This figure is not available.' },
}

/** Text in place of a value that is not available; undefined if it is available. */
export function describeState({ state, reason, metric }: ValueAndReason): StateText | undefined {
  if (state === 'available') return undefined
  if (reason === null) return STATES[state]
  if (reason === 'metric_not_collected' && metric !== undefined) {
    return { ...REASONS[reason], why: `No ${metricLabel(metric).toLowerCase()} tracked yet.` }
  }
  return REASONS[reason]
}
