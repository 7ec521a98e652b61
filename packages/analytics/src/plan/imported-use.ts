import type { Dimension } from '@footfall/core-domain'
import { isClockInterval } from '../calendar/buckets.ts'
import type { ImportedDays } from '../days/imported-days.ts'
import { subjectOf } from '../definitions/dimensions.ts'
import type { ComputedMetric } from '../definitions/metric.ts'
import { type AskedMetric, askedMetric } from '../question/asked-metric.ts'
import type { Question } from '../question/question.ts'
import { isAboutKeys, namesOneKey } from './named-keys.ts'

/** Days in a row that one import covers. In days since 1970-01-01, both included. */
export interface ImportedRange {
  readonly import: string
  readonly fromDay: number
  readonly toDay: number
}

/** Which imported days of its period a number is made of, and which it leaves out. */
export interface ImportedUse {
  /** Empty for the numbers of the whole product. */
  readonly list: Dimension | ''
  readonly used: readonly ImportedRange[]
  readonly leftOut: readonly number[]
}

/** The imported days of the totals and of the rows, by the places of their metrics. */
export interface ImportedPlan {
  readonly days: ImportedDays
  readonly totals: readonly ImportedUse[]
  /** With the visitors that go along, after the metrics. Empty without a breakdown. */
  readonly rows: readonly ImportedUse[]
}

export function importedPlan(question: Question, days: ImportedDays): ImportedPlan {
  const { metrics, dimensions } = question
  const whole = { ...question, dimensions: [] }
  const ofRows = dimensions.length === 0 ? [] : [...metrics, askedMetric('visitors')]
  return {
    days,
    totals: metrics.map((metric) => importedUse(metric, whole, days)),
    rows: ofRows.map((metric) => importedUse(metric, question, days)),
  }
}

const NO_USE: ImportedUse = { list: '', used: [], leftOut: [] }

/**
 * An import has whole days, by one dimension at a time. A question can use a day of it if its rows and filters are about one
 * dimension at most, its intervals are days or longer, and the period covers the whole day.
 */
function importedUse({ definition }: AskedMetric, question: Question, imported: ImportedDays): ImportedUse {
  const { calendar, kept } = question.range
  // An import knows no classes: all of its visits count as human.
  if (question.range.outside !== undefined || kept.traffic === 'suspected') return NO_USE
  const days = imported.days.filter(
    (day) => calendar.startOfDay(day + 1) > kept.startMs && calendar.startOfDay(day) < kept.endMs,
  )
  if (days.length === 0) return NO_USE
  // Daily numbers do not say which visitors two of them share, so it is unknown whether subtraction would reveal a visitor.
  if (question.complements.length > 0) return { ...NO_USE, leftOut: days }
  const list =
    question.interval !== undefined && isClockInterval(question.interval) ? undefined : importedList(question)
  const known = list === undefined ? undefined : imported.by.get(list)
  const needed = list === undefined ? undefined : neededNumbers(definition, list)
  if (list === undefined || known === undefined || needed === undefined) return { ...NO_USE, leftOut: days }
  const isWhole = (day: number) =>
    calendar.startOfDay(day) >= kept.startMs && calendar.startOfDay(day + 1) <= kept.endMs
  const isKnown = (day: number) =>
    isWhole(day) && needed.every((number) => known.get(day)?.numbers.has(number) ?? false)
  const used: ImportedRange[] = []
  for (const day of days.filter(isKnown)) addDay(used, day, known.get(day)?.import ?? '')
  return { list, used, leftOut: days.filter((day) => !isKnown(day)) }
}

/** The numbers of an import that a metric is made of; undefined where they are not what it means. */
function neededNumbers({ imported, rollup }: ComputedMetric, list: Dimension | ''): ComputedMetric['imported'] {
  const isAboutVisits = list === '' || subjectOf(list) === 'visit'
  // The pageviews of a page are not those of the visits that saw it.
  return isAboutVisits || !rollup?.numbers.includes('visit_pageviews') ? imported : undefined
}

/** The list of daily numbers that answers the rows and filters of a question; undefined if none does. */
export function importedList({ dimensions, filters }: Question): Dimension | '' | undefined {
  const others = filters.filter((alternatives) => !alternatives.every((one) => isAboutKeys(one, dimensions)))
  if (!others.every(namesOneKey)) return undefined
  const named = new Set<Dimension>([...dimensions, ...others.flat().map(({ dimension }) => dimension)])
  const [list = ''] = named
  return named.size > 1 ? undefined : list
}

function addDay(ranges: ImportedRange[], day: number, from: string): void {
  const last = ranges.at(-1)
  if (last?.import === from && last.toDay === day - 1) ranges[ranges.length - 1] = { ...last, toDay: day }
  else ranges.push({ import: from, fromDay: day, toDay: day })
}
