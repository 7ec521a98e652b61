import type { Metric, StateReason, ValueState } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { metricName } from './metric-labels.ts'

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
  no_data_collected: { short: t('states.no_data_collected'), why: t('states.no_data_collected_why') },
  below_suppression_threshold: {
    short: t('states.below_suppression_threshold'),
    why: t('states.below_suppression_threshold_why'),
  },
  beyond_retention: { short: t('states.beyond_retention'), why: t('states.beyond_retention_why') },
  before_first_event: { short: t('states.before_first_event'), why: t('states.before_first_event_why') },
  in_the_future: { short: t('states.in_the_future'), why: t('states.in_the_future_why') },
  value_never_seen: { short: t('states.value_never_seen'), why: t('states.value_never_seen_why') },
  dimension_not_collected: { short: t('states.dimension_not_collected'), why: t('states.dimension_not_collected_why') },
  identity_off: {
    short: t('states.identity_off'),
    title: t('states.identity_off_title'),
    why: t('states.identity_off_why'),
  },
  filters_exclude_each_other: {
    short: '–',
    title: t('states.filters_exclude_each_other'),
    why: t('states.filters_exclude_each_other_why'),
  },
  filters_exclude_metric: {
    short: '–',
    title: t('states.filters_exclude_metric'),
    why: t('states.filters_exclude_metric_why'),
  },
  not_fully_collected: { short: t('states.not_fully_collected'), why: t('states.not_fully_collected_why') },
  metric_not_collected: { short: t('states.metric_not_collected'), why: t('states.metric_not_collected_why') },
  not_connected: { short: t('states.not_connected'), why: t('states.not_connected_why') },
  provider_error: { short: t('states.provider_error'), why: t('states.provider_error_why') },
}

const STATES: Readonly<Record<Exclude<ValueState, 'available'>, StateText>> = {
  empty: REASONS.no_data_collected,
  withheld: REASONS.below_suppression_threshold,
  unavailable: { short: t('states.unavailable'), why: t('states.unavailable_why') },
}

/** Text in place of a value that is not available; undefined if it is available. */
export function describeState({ state, reason, metric }: ValueAndReason): StateText | undefined {
  if (state === 'available') return undefined
  if (reason === null) return STATES[state]
  if (reason === 'metric_not_collected' && metric !== undefined) {
    return { ...REASONS[reason], why: t('states.metric_not_tracked', { metric: metricName(metric) }) }
  }
  return REASONS[reason]
}

/** Text in place of rows. Imports may tell rows of which they tell no total, and then the rows are shown. */
export function describeRows(
  total: ValueAndReason,
  rows: readonly { readonly state: ValueState }[],
): StateText | undefined {
  return rows.some(({ state }) => state === 'available') ? undefined : describeState(total)
}

/** With these, no event can be in what was asked for. */
const NOTHING: ReadonlySet<StateReason | null> = new Set([
  'beyond_retention',
  'in_the_future',
  'dimension_not_collected',
  'filters_exclude_each_other',
])

/** Whether a breakdown of this metric could only repeat why there is none. */
export function hasNothing({ state, reason }: ValueAndReason): boolean {
  return state === 'empty' || (state === 'unavailable' && NOTHING.has(reason))
}
