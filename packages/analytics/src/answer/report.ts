import type { SeveralStatsReport, StatsReport } from '@footfall/core-domain'
import type { AskedMetric } from '../question/asked-metric.ts'
import type { EarlierPeriod } from '../question/earlier-period.ts'
import type { Question } from '../question/question.ts'
import { change } from '../read/change.ts'
import type { Numbers } from '../read/numbers.ts'
import type { Rows } from '../read/rows.ts'
import type { Point } from '../read/series.ts'
import type { EarlierNumbers } from './read-question.ts'

export const NOT_ASKED = { state: 'unavailable', reason: null, value: null } as const

/** The numbers of several metrics, with those of the earlier period where there is one. */
export function metricsOf(
  question: Question,
  numbers: Numbers,
  before: Numbers | undefined,
): SeveralStatsReport['metrics'] {
  return question.metrics.map(({ name, definition }, at) => {
    const total = numbers.totals[at] ?? NOT_ASKED
    const previous = before?.totals[at]?.value ?? null
    return {
      metric: name,
      ...unitOf(definition, question),
      ...total,
      ...(before ? { previous, change: change(total.value, previous) } : {}),
    }
  })
}

function unitOf({ unit }: AskedMetric['definition'], { currency }: Question) {
  return { unit, ...(unit === 'currency' ? { currency } : {}) }
}

export function rangeOf({ period, range, until }: EarlierPeriod) {
  return { period, from: range.dates.from, to: range.dates.to, ...(until === undefined ? {} : { until }) }
}

/** Everything that was read for a question. */
export interface ReadAnswer {
  readonly question: Question
  readonly numbers: Numbers
  readonly rows: Rows
  readonly compared: EarlierNumbers | undefined
}

/** One metric has its number in the report itself, several have a list. */
export function reportOf(read: ReadAnswer): StatsReport | SeveralStatsReport {
  const [only, ...others] = read.question.metrics
  return only !== undefined && others.length === 0 ? oneMetric(only, read) : severalMetrics(read)
}

function oneMetric({ name, definition }: AskedMetric, { question, numbers, rows, compared }: ReadAnswer): StatsReport {
  const [total = NOT_ASKED] = numbers.totals
  const earlier = compared?.numbers.totals[0] ?? NOT_ASKED
  return {
    metric: name,
    ...unitOf(definition, question),
    ...total,
    ...(numbers.series ? { series: numbers.series.map(pointOfOne) } : {}),
    ...(rows.rows ? { rows: rows.rows.map(rowOfOne) } : {}),
    ...(compared
      ? {
          comparison: {
            ...rangeOf(compared),
            ...earlier,
            change: change(total.value, earlier.value),
            ...(compared.numbers.series ? { series: compared.numbers.series.map(pointOfOne) } : {}),
          },
        }
      : {}),
  }
}

const NO_VALUE = { value: null, state: 'unavailable' } as const

function pointOfOne({ start, complete, values }: Point) {
  return { start, complete, ...(values[0] ?? NO_VALUE) }
}

function rowOfOne({ values, previous, change: changes, ...row }: NonNullable<Rows['rows']>[number]) {
  return {
    ...row,
    ...(values[0] ?? NO_VALUE),
    ...(previous ? { previous: previous[0] ?? null } : {}),
    ...(changes ? { change: changes[0] ?? null } : {}),
  }
}

function severalMetrics({ question, numbers, rows, compared }: ReadAnswer): SeveralStatsReport {
  const before = compared?.numbers
  return {
    metrics: metricsOf(question, numbers, before),
    ...(numbers.series
      ? {
          series: numbers.series.map(({ start, complete, values }, i) => ({
            start,
            complete,
            values: [...values],
            ...(before ? { previous: values.map((_, at) => before.series?.[i]?.values[at]?.value ?? null) } : {}),
          })),
        }
      : {}),
    ...(rows.rows ? { rows: [...rows.rows] } : {}),
    ...(compared ? { comparison: rangeOf(compared) } : {}),
  }
}
