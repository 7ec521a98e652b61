import type { Metric, StateReason, ValueState } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { NO_VALUE } from '../ui/no-value.ts'
import { metricName } from './metric-labels.ts'

interface ValueAndReason {
  readonly state: ValueState
  readonly reason: StateReason | null
  readonly metric?: Metric
}

interface StateText {
  /** Shown in place of the number. */
  readonly short: string
  /** Heading in place of a whole chart or list, where `short` is none. */
  readonly title?: string
  /** Why, as a sentence. */
  readonly why: string
}

function textOf(reason: StateReason): StateText {
  const text = { short: t(`states.reason_${reason}`), why: t(`states.reason_${reason}_why`) }
  switch (reason) {
    case 'identity_off':
      return { ...text, title: t('states.identity_off_title') }
    case 'filters_exclude_each_other':
    case 'filters_exclude_metric':
      // Too long to replace a number.
      return { ...text, short: NO_VALUE, title: text.short }
    default:
      return text
  }
}

const REASON_OF_STATE = { empty: 'no_data_collected', withheld: 'below_suppression_threshold' } as const

/** Text in place of a value that is not available; undefined if it is available. */
export function describeState({ state, reason, metric }: ValueAndReason): StateText | undefined {
  if (state === 'available') return undefined
  if (reason === null) {
    return state === 'unavailable'
      ? { short: t('states.unavailable'), why: t('states.unavailable_why') }
      : textOf(REASON_OF_STATE[state])
  }
  const text = textOf(reason)
  return reason === 'metric_not_collected' && metric !== undefined
    ? { ...text, why: t('states.metric_not_tracked', { metric: metricName(metric) }) }
    : text
}

/** Text in place of rows. Imports may have rows without a total; then the rows are shown. */
export function describeRows(
  total: ValueAndReason,
  rows: readonly { readonly state: ValueState }[],
): StateText | undefined {
  return rows.some(({ state }) => state === 'available') ? undefined : describeState(total)
}

/** Reasons with which no event can match. */
const NOTHING: ReadonlySet<StateReason | null> = new Set([
  'beyond_retention',
  'in_the_future',
  'dimension_not_collected',
  'filters_exclude_each_other',
])

/** Whether a breakdown could only repeat why the total has no value. */
export function hasNothing({ state, reason }: ValueAndReason): boolean {
  return state === 'empty' || (state === 'unavailable' && NOTHING.has(reason))
}
