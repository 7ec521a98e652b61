import {
  type Figure,
  type LocalDate,
  type Metric,
  type StateReason,
  type Unit,
  type ValueState,
  WEB_VITALS,
} from '@footfall/core-domain'

/** Messages are in English, whoever reads them. */
const LOCALE = 'en'
const counts = new Intl.NumberFormat(LOCALE)
const decimals = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const percents = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 })
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const ABBREVIATIONS: ReadonlySet<Metric> = new Set(WEB_VITALS)

/** The name of a metric is its label in snake case. */
function labelOf(metric: Metric): string {
  if (ABBREVIATIONS.has(metric)) return metric.toUpperCase()
  const words = metric.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

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

interface Measured {
  readonly metric: Metric
  readonly unit: Unit
  readonly currency?: string | undefined
}

/** A figure of a headline with its change, both in words. */
export function figureInWords(
  measured: Measured &
    StatedValue & { readonly previous?: number | null | undefined; readonly change?: number | null | undefined },
): Figure {
  const { metric, state, reason, value, previous, change } = measured
  const label = labelOf(metric)
  if (value === null || state !== 'available') return { label, value: stateInWords({ state, reason }) }
  const compared = change === null || change === undefined ? without(previous) : changeInWords(change)
  return {
    label,
    value: valueInWords(value, measured),
    ...(compared !== undefined && { change: compared }),
    trend: trendOf(metric, change),
  }
}

/** Why there is no change: the earlier value was 0, or is not known. */
function without(previous: number | null | undefined): string | undefined {
  if (previous === 0) return 'was 0'
  return previous === undefined ? undefined : 'nothing to compare with'
}

const LESS_IS_BETTER: ReadonlySet<Metric> = new Set(['bounce_rate', 'errors', ...WEB_VITALS])

function trendOf(metric: Metric, change: number | null | undefined): 'better' | 'worse' | 'neutral' {
  if (change === null || change === undefined || isUnchanged(change)) return 'neutral'
  return change > 0 === !LESS_IS_BETTER.has(metric) ? 'better' : 'worse'
}

export function stateInWords({ state, reason }: Pick<StatedValue, 'state' | 'reason'>): string {
  if (reason !== null) return REASONS[reason]
  return state === 'available' ? 'Not available' : STATES[state]
}

function valueInWords(value: number, { metric, unit, currency }: Measured): string {
  switch (unit) {
    case 'count':
      return countInWords(value)
    case 'ratio':
      return metric === 'views_per_visit' || metric === 'cls' ? decimals.format(value) : percentInWords(value)
    case 'milliseconds':
      return `${countInWords(Math.round(value))} ms`
    case 'seconds':
      return durationInWords(value)
    case 'currency':
      return moneyInWords(value, currency)
  }
}

export const countInWords = (value: number) => counts.format(value)
export const percentInWords = (ratio: number) => percents.format(ratio)

/** An amount that the service answers as a decimal, with its currency. */
export function moneyInWords(amount: number | string, currency = 'EUR'): string {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return plainSpaces(format.format(Number(amount)))
}

/** A change that would be shown as 0%. */
const isUnchanged = (change: number) => Math.abs(change) < 0.000_5

/** A relative change with its sign: 0.112 is `+11.2%`. */
export function changeInWords(change: number): string {
  if (isUnchanged(change)) return 'unchanged'
  return `${change > 0 ? '+' : '−'}${percents.format(Math.abs(change))}`
}

function durationInWords(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** `16 Nov 2026`, or `16 – 22 Nov 2026`. */
export function daysInWords({ from, to }: { readonly from: LocalDate; readonly to: LocalDate }): string {
  const [first, last] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)]
  return plainSpaces(from === to ? days.format(first) : days.formatRange(first, last))
}

/** `Intl` writes thin and non-breaking spaces, which formats would show as what is not seen. */
function plainSpaces(text: string): string {
  return text.replaceAll(/\s/g, ' ')
}
