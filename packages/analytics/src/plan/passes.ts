import type { Dimension } from '@footfall/core-domain'
import { type Bucketing, isOnQuarters } from '../calendar/buckets.ts'
import { type DayList, dayListOf } from '../days/day-lists.ts'
import type { KnownDays } from '../days/known-days.ts'
import { subjectOf } from '../definitions/dimensions.ts'
import { type ComputedMetric, QUARTER_NUMBERS } from '../definitions/metric.ts'
import type { Question } from '../question/question.ts'
import { type DaysRead, daysRead, rowsRead } from './days.ts'
import type { ImportedUse } from './imported-use.ts'
import { isAboutKeys, namesOneKey } from './named-keys.ts'
import { openRanges } from './open-ranges.ts'
import type { DaysPass, Pass, PlannedMetric, RowsPass } from './pass.ts'
import { isOfWholeVisits } from './whole-visits.ts'

/** What can be read in place of events. */
export interface KeptDays {
  readonly known: KnownDays
  /** The imported days of each metric, by its place. */
  readonly uses: readonly ImportedUse[]
  /** The intervals of a series; undefined for a total or rows. */
  readonly intervals: Bucketing | undefined
}

/** Closed days where they hold the answer, then the rollup: it has all that the product collected, in whole quarters of an hour. */
export function totalPasses(metrics: readonly PlannedMetric[], question: Question, kept: KeptDays): readonly Pass[] {
  const { intervals } = kept
  const closed = dayPasses(metrics, { ...question, dimensions: [] }, kept)
  return [...closed.passes, ...quartersOrRows(closed.others, question, kept.known.marked, intervals)]
}

function quartersOrRows(
  metrics: readonly PlannedMetric[],
  question: Question,
  marked: readonly number[],
  intervals: Bucketing | undefined,
): readonly RowsPass[] {
  const { filters, threshold, range } = question
  const inQuarters = isOnQuarters(range.kept) && (intervals?.buckets.every(isOnQuarters) ?? true)
  const isRolledUp = ({ metric }: PlannedMetric) => {
    const { rollup } = metric.definition
    const isKept = rollup?.numbers.every((number) => QUARTER_NUMBERS.includes(number)) ?? false
    return filters.length === 0 && inQuarters && isKept && (threshold === 0 || rollup?.hasVisitors === true)
  }
  const rolledUp = metrics.filter(isRolledUp)
  const others = metrics.filter((planned) => !isRolledUp(planned))
  const quarters = passesOf('rollup', [rolledUp]).map((pass) => ({ ...pass, marked }))
  return [...quarters, ...rowPasses(others, question, intervals !== undefined)]
}

export function breakdownPasses(
  metrics: readonly PlannedMetric[],
  question: Question,
  kept: KeptDays,
): readonly Pass[] {
  const [first, ...more] = question.dimensions
  // The rollup has its product on every row.
  if (first === 'product' && more.length === 0) return quartersOrRows(metrics, question, kept.known.marked, undefined)
  const { passes, others } = dayPasses(metrics, question, kept)
  return [...passes, ...rowPasses(others, question)]
}

/**
 * Metrics of the same rows share a pass. So do metrics of events, visits and conversions, except in a series, where an
 * event belongs to the interval in which it happened and a visit to the one in which it began, and where visits are
 * found through their events.
 */
export function rowPasses(
  metrics: readonly PlannedMetric[],
  question: Question,
  isSeries = false,
): readonly RowsPass[] {
  const aboutVisits = isOfWholeVisits(question)
  const of = (counts: ComputedMetric['counts']) => metrics.filter(({ metric }) => metric.definition.counts === counts)
  const events = of('events')
  const visits = of('visits')
  const groups =
    aboutVisits && !isSeries ? [[...events, ...visits], of('conversions')] : [events, visits, of('conversions')]
  return [...passesOf('rows', groups, aboutVisits && !isSeries), ...passesOf('page_visits', [of('page_visits')])]
}

function passesOf(
  source: RowsPass['source'],
  groups: readonly (readonly PlannedMetric[])[],
  aboutVisits = false,
): readonly RowsPass[] {
  return groups
    .filter((metrics) => metrics.length > 0)
    .map((metrics) => ({
      source,
      metrics,
      oneRowPerVisit: aboutVisits && metrics.every(({ metric }) => metric.definition.oneRowPerVisitSuffices),
    }))
}

/** The passes over closed and imported days, and the metrics that need events. */
interface DayPasses {
  readonly passes: readonly DaysPass[]
  readonly others: readonly PlannedMetric[]
}

function dayPasses(metrics: readonly PlannedMetric[], question: Question, kept: KeptDays): DayPasses {
  const imported = importedPasses(metrics, question, kept)
  const rest = metrics.filter((planned) => !imported.some((pass) => pass.metrics.includes(planned)))
  const closed = rest.filter((planned) => isKept(planned, question))
  const pass = closedPass(closed, question, kept)
  if (pass === undefined) return { passes: imported, others: rest }
  return { passes: [...imported, pass], others: rest.filter((planned) => !closed.includes(planned)) }
}

/** Undefined where no closed day can be used. */
function closedPass(metrics: readonly PlannedMetric[], question: Question, kept: KeptDays): DaysPass | undefined {
  const list = listFor(question)
  if (metrics.length === 0 || list === undefined) return undefined
  const asked = { ...daysAsked(metrics, list, question), buckets: kept.intervals?.buckets }
  const days = daysRead(kept.known, asked)
  return days && passOver(days, list, metrics, question, kept)
}

function passOver(
  days: DaysRead,
  list: DayList,
  metrics: readonly PlannedMetric[],
  question: Question,
  { intervals, known }: KeptDays,
): DaysPass {
  const isAboutVisits = intervals === undefined && isOfWholeVisits(question)
  const isHeld =
    isOfPeople(question) &&
    question.parts === undefined &&
    list.name === '' &&
    known.isSettled &&
    hasFewOpenRanges(days, question, intervals)
  return { source: 'days', metrics, list, days, isAboutVisits, imported: undefined, hasOwnPeople: false, isHeld }
}

/** Only numbers of people, which nearly all questions are about, are held. */
function isOfPeople({ range }: Question): boolean {
  return range.kept.traffic === 'human'
}

/** The closed days of a breakdown whose numbers are held in this process, and the days that are read from rows. */
export interface HeldBreakdown {
  readonly metrics: readonly PlannedMetric[]
  readonly list: DayList
  /** A closed day may be used that does not keep the list. */
  readonly days: DaysRead
}

/**
 * Undefined where the rows of a breakdown have to come from the engine: of several products, under filters, where some are
 * withheld, with imported days, and with metrics that closed days do not hold.
 */
export function heldBreakdown(
  metrics: readonly PlannedMetric[],
  question: Question,
  known: KnownDays,
): HeldBreakdown | undefined {
  const { dimensions, filters, threshold, range } = question
  const list = dayListOf(dimensions)
  if (list === undefined || dimensions.length === 0 || !known.isSettled || question.parts !== undefined)
    return undefined
  if (!isOfPeople(question) || filters.length > 0 || threshold > 0 || known.imported !== undefined || range.outside)
    return undefined
  if (metrics.length === 0 || !metrics.every((planned) => isKept(planned, question))) return undefined
  const days = daysRead(known, { ...daysAsked(metrics, list, question), list: undefined })
  return days && { metrics, list, days }
}

function daysAsked(metrics: readonly PlannedMetric[], list: DayList, { range }: Question) {
  const bySeen = countsVisits(metrics) && list.dimensions.some((dimension) => subjectOf(dimension) !== 'visit')
  return { range: range.kept, buckets: undefined, list: list.name, bySeen }
}

/** The engine answers for all days together where many of them are not closed. */
const OPEN_RANGES_MAX = 4

function hasFewOpenRanges({ used, raw }: DaysRead, question: Question, intervals: Bucketing | undefined): boolean {
  if (used.length === 0) return false
  return raw.length === 0 || openRanges(question, raw, intervals).length <= OPEN_RANGES_MAX
}

/** A pass for all metrics that use the same imported days. Events of other days are added to them. */
function importedPasses(metrics: readonly PlannedMetric[], question: Question, kept: KeptDays): readonly DaysPass[] {
  const uses = metrics.flatMap((planned) => {
    const use = kept.uses[planned.at]
    return planned.metric.definition.rollup !== undefined && use && use.used.length > 0 ? [{ planned, use }] : []
  })
  const alike = Map.groupBy(uses, ({ planned, use }) => JSON.stringify([isKept(planned, question), use.used]))
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const own = group.map(({ planned }) => planned)
    const hasKept = isKept(first.planned, question)
    const pass =
      (hasKept ? closedPass(own, question, kept) : undefined) ??
      passOver(rowsRead(kept.known, question.range.kept), NO_LIST, own, question, kept)
    return [
      { ...pass, imported: { list: first.use.list, ranges: first.use.used }, hasOwnPeople: !hasKept, isHeld: false },
    ]
  })
}

const NO_LIST: DayList = { name: '', dimensions: [] }

/** Whether closed days could serve a question, whichever days are closed. */
export function mayUseDays(question: Question): boolean {
  const metrics = question.metrics.map((metric, at) => ({ at, metric, isCompanion: false }))
  if (!metrics.some((planned) => isKept(planned, question))) return false
  return listFor(question) !== undefined || listFor({ ...question, dimensions: [] }) !== undefined
}

function isKept({ metric }: PlannedMetric, { threshold }: Question): boolean {
  const { rollup } = metric.definition
  return rollup !== undefined && (threshold === 0 || rollup.hasVisitors)
}

function countsVisits(metrics: readonly PlannedMetric[]): boolean {
  return metrics.some(({ metric }) => metric.definition.counts === 'visits')
}

/**
 * The list of dimensions whose keys give the rows of a question and show which of them pass its filters. Visitors of several
 * keys do not add up, so a condition on what the rows are not by has to name one key.
 */
function listFor({ dimensions, filters }: Question): DayList | undefined {
  const others = filters.filter((alternatives) => !alternatives.every((one) => isAboutKeys(one, dimensions)))
  if (!others.every(namesOneKey)) return undefined
  const named: readonly Dimension[] = others.flat().map(({ dimension }) => dimension)
  return dayListOf([...new Set([...dimensions, ...named])])
}
