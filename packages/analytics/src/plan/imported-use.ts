import type { Dimension } from '@footfall/core-domain'
import type { ImportedDays } from '../days/imported-days.ts'
import { subjectOf } from '../definitions/dimensions.ts'
import type { ComputedMetric } from '../definitions/metric.ts'
import { type AskedMetric, askedMetric } from '../question/asked-metric.ts'
import type { Question } from '../question/question.ts'
import { isAboutKeys, namesOneKey } from './named-keys.ts'

/** Days in a row that one import tells of. In days since 1970-01-01, both included. */
export interface ImportedRange {
  readonly import: string
  readonly fromDay: number
  readonly toDay: number
}

/** Which imported days of its period a figure is made of, and which it leaves out. */
export interface ImportedUse {
  /** Empty for the figures of the whole product. */
  readonly list: Dimension | ''
  readonly used: readonly ImportedRange[]
  readonly leftOut: readonly number[]
}

/** The imported days of the totals and of the rows, by the places of their figures. */
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
 * An import tells the whole of a day, and of one dimension at a time. So a question takes its days where its rows and
 * filters are about one dimension at most, its intervals are days or longer, and the day lies in the period as a whole.
 */
function importedUse({ definition }: AskedMetric, question: Question, imported: ImportedDays): ImportedUse {
  if (question.range.outside !== undefined) return NO_USE
  const { calendar, kept } = question.range
  const days = imported.days.filter(
    (day) => calendar.startOfDay(day + 1) > kept.startMs && calendar.startOfDay(day) < kept.endMs,
  )
  if (days.length === 0) return NO_USE
  // Daily figures do not say which visitors two of them share, so it is unknown whether subtraction would reveal a visitor.
  if (question.complements.length > 0) return { ...NO_USE, leftOut: days }
  const list = question.interval === 'hour' ? undefined : importedList(question)
  const told = list === undefined ? undefined : imported.by.get(list)
  const needed = list === undefined ? undefined : neededFigures(definition, list)
  if (list === undefined || told === undefined || needed === undefined) return { ...NO_USE, leftOut: days }
  const isWhole = (day: number) =>
    calendar.startOfDay(day) >= kept.startMs && calendar.startOfDay(day + 1) <= kept.endMs
  const isTold = (day: number) => isWhole(day) && needed.every((figure) => told.get(day)?.figures.has(figure) ?? false)
  const used: ImportedRange[] = []
  for (const day of days.filter(isTold)) addDay(used, day, told.get(day)?.import ?? '')
  return { list, used, leftOut: days.filter((day) => !isTold(day)) }
}

/** The figures of an import that a metric is made of; undefined where they are not what it means. */
function neededFigures({ imported, rollup }: ComputedMetric, list: Dimension | ''): ComputedMetric['imported'] {
  const isAboutVisits = list === '' || subjectOf(list) === 'visit'
  // The pageviews of a page are not those of the visits that saw it.
  return isAboutVisits || !rollup?.figures.includes('visit_pageviews') ? imported : undefined
}

/** The list of daily figures that tells the rows and filters of a question; undefined where none does. */
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
