import {
  type Figure,
  isBetter,
  isUnchanged,
  type LocalDate,
  METRIC_TABLE,
  type Measured,
  type Metric,
  numberWriter,
  type StateReason,
  type ValueState,
  writtenValue,
} from '@footfall/core-domain'

/** Messages are in English, whoever reads them. */
const numbers = numberWriter('en', 'long')
export const { count: countInWords, percent: percentInWords } = numbers
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const REASONS: Readonly<Record<StateReason, string>> = {
  no_data_collected: 'No data',
  below_suppression_threshold: 'Withheld: too few visitors',
  beyond_retention: 'No longer kept',
  before_first_event: 'Before the first event',
  not_connected: 'Not connected',
  provider_error: 'The provider returned an error',
  metric_not_collected: 'Not tracked yet',
  in_the_future: 'In the future',
  value_never_seen: 'Never collected',
  dimension_not_collected: 'Not collected',
  identity_off: 'Visitors are not identified',
  filters_exclude_each_other: 'No event passes all filters',
  filters_exclude_metric: 'Left out by the filters',
  not_fully_collected: 'Not fully collected',
  currencies_differ: 'Products have different currencies',
  not_available_for_all: 'Not available for every product',
}
const STATES: Readonly<Record<Exclude<ValueState, 'available'>, string>> = {
  empty: 'No data',
  withheld: 'Withheld: too few visitors',
  unavailable: 'Not available',
}

/** A value with its state, as reports answer it. */
export interface StatedValue {
  readonly state: ValueState
  readonly reason: StateReason | null
  readonly value: number | null
}

/** A metric with its value and its change as text. */
export function metricInWords(
  measured: Measured &
    StatedValue & { readonly previous?: number | null | undefined; readonly change?: number | null | undefined },
): Figure {
  const { metric, state, reason, value, previous, change } = measured
  const { label } = METRIC_TABLE[metric]
  if (value === null || state !== 'available') return { label, value: stateInWords({ state, reason }) }
  const compared = change === null || change === undefined ? without(previous) : changeInWords(change)
  return {
    label,
    value: writtenValue(value, measured, numbers),
    ...(compared !== undefined && { change: compared }),
    trend: trendOf(metric, change),
  }
}

/** Why there is no change: the earlier value was 0, or is not known. */
function without(previous: number | null | undefined): string | undefined {
  if (previous === 0) return 'was 0'
  return previous === undefined ? undefined : 'nothing to compare with'
}

function trendOf(metric: Metric, change: number | null | undefined): 'better' | 'worse' | 'neutral' {
  const better = isBetter(metric, change ?? 0)
  return better === undefined ? 'neutral' : better ? 'better' : 'worse'
}

export function stateInWords({ state, reason }: Pick<StatedValue, 'state' | 'reason'>): string {
  if (reason !== null) return REASONS[reason]
  return state === 'available' ? 'Not available' : STATES[state]
}

/** An amount that the service answers as a decimal, with its currency. */
export const moneyInWords = (amount: string, currency: string) => numbers.money(Number(amount), currency)

/** A relative change with its sign: 0.112 is `+11.2%`. */
export const changeInWords = (change: number) => (isUnchanged(change) ? 'unchanged' : numbers.change(change))

/** `16 Nov 2026`, or `16 – 22 Nov 2026`. */
export function daysInWords({ from, to }: { readonly from: LocalDate; readonly to: LocalDate }): string {
  const [first, last] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)]
  const text = from === to ? days.format(first) : days.formatRange(first, last)
  // Programs for email show thin and non-breaking spaces as odd characters.
  return text.replaceAll(/\s/g, ' ')
}
