import type { Dimension } from '@footfall/core-domain'
import { type Bucketing, isOnQuarters } from '../calendar/buckets.ts'
import { type DayList, dayListOf } from '../days/day-lists.ts'
import type { KnownDays } from '../days/known-days.ts'
import { subjectOf } from '../definitions/dimensions.ts'
import { type ComputedMetric, QUARTER_FIGURES } from '../definitions/metric.ts'
import type { Question } from '../question/question.ts'
import { type DaysRead, daysRead, rowsRead } from './days.ts'
import type { ImportedUse } from './imported-use.ts'
import { isAboutKeys, namesOneKey } from './named-keys.ts'
import type { DaysPass, Pass, PlannedFigure, RowsPass } from './pass.ts'
import { isOfWholeVisits } from './whole-visits.ts'

/** What can be read in place of events. */
export interface KeptDays {
  readonly known: KnownDays
  /** The imported days of each metric, by its place. */
  readonly uses: readonly ImportedUse[]
  /** The intervals of a series; undefined for a total or rows. */
  readonly intervals: Bucketing | undefined
}

/** Closed days wherever they can tell, then the rollup: for everything that the product collected, in whole quarters. */
export function totalPasses(figures: readonly PlannedFigure[], question: Question, kept: KeptDays): readonly Pass[] {
  const { intervals } = kept
  const { filters, threshold, range } = question
  const inQuarters = isOnQuarters(range.kept) && (intervals?.buckets.every(isOnQuarters) ?? true)
  const isRolledUp = ({ metric }: PlannedFigure) => {
    const { rollup } = metric.definition
    const isKept = rollup?.figures.every((figure) => QUARTER_FIGURES.includes(figure)) ?? false
    return filters.length === 0 && inQuarters && isKept && (threshold === 0 || rollup?.hasVisitors === true)
  }
  const closed = dayPasses(figures, { ...question, dimensions: [] }, kept)
  const rolledUp = closed.others.filter(isRolledUp)
  const others = closed.others.filter((figure) => !isRolledUp(figure))
  return [...closed.passes, ...passesOf('rollup', [rolledUp]), ...rowPasses(others, question, intervals !== undefined)]
}

export function breakdownPasses(
  figures: readonly PlannedFigure[],
  question: Question,
  kept: KeptDays,
): readonly Pass[] {
  const { passes, others } = dayPasses(figures, question, kept)
  return [...passes, ...rowPasses(others, question)]
}

/**
 * Metrics of the same rows share a pass. So do metrics of events, visits and conversions, except in a series, where an
 * event belongs to the interval in which it happened and a visit to the one in which it began, and where visits are
 * found through their events.
 */
export function rowPasses(
  figures: readonly PlannedFigure[],
  question: Question,
  isSeries = false,
): readonly RowsPass[] {
  const aboutVisits = isOfWholeVisits(question)
  const of = (counts: ComputedMetric['counts']) => figures.filter(({ metric }) => metric.definition.counts === counts)
  const events = of('events')
  const visits = of('visits')
  const groups =
    aboutVisits && !isSeries ? [[...events, ...visits], of('conversions')] : [events, visits, of('conversions')]
  return [...passesOf('rows', groups, aboutVisits && !isSeries), ...passesOf('page_visits', [of('page_visits')])]
}

function passesOf(
  source: RowsPass['source'],
  groups: readonly (readonly PlannedFigure[])[],
  aboutVisits = false,
): readonly RowsPass[] {
  return groups
    .filter((figures) => figures.length > 0)
    .map((figures) => ({
      source,
      figures,
      oneRowPerVisit: aboutVisits && figures.every(({ metric }) => metric.definition.ofOneRowPerVisit),
    }))
}

/** The passes over closed and imported days, and the metrics that need events. */
interface DayPasses {
  readonly passes: readonly DaysPass[]
  readonly others: readonly PlannedFigure[]
}

function dayPasses(figures: readonly PlannedFigure[], question: Question, kept: KeptDays): DayPasses {
  const imported = importedPasses(figures, question, kept)
  const rest = figures.filter((figure) => !imported.some((pass) => pass.figures.includes(figure)))
  const closed = rest.filter((figure) => isKept(figure, question))
  const pass = closedPass(closed, question, kept)
  if (pass === undefined) return { passes: imported, others: rest }
  return { passes: [...imported, pass], others: rest.filter((figure) => !closed.includes(figure)) }
}

/** Undefined where no closed day can be used. */
function closedPass(figures: readonly PlannedFigure[], question: Question, kept: KeptDays): DaysPass | undefined {
  const list = listFor(question)
  if (figures.length === 0 || list === undefined) return undefined
  const days = daysRead(kept.known, {
    range: question.range.kept,
    buckets: kept.intervals?.buckets,
    list: list.name,
    bySeen: countsVisits(figures) && list.dimensions.some((dimension) => subjectOf(dimension) !== 'visit'),
  })
  return days && passOver(days, list, figures, question, kept)
}

function passOver(
  days: DaysRead,
  list: DayList,
  figures: readonly PlannedFigure[],
  question: Question,
  { intervals }: KeptDays,
): DaysPass {
  const isAboutVisits = intervals === undefined && isOfWholeVisits(question)
  return { source: 'days', figures, list, days, isAboutVisits, imported: undefined, hasOwnPeople: false }
}

/** A pass for all metrics that use the same imported days. Events of other days are added to them. */
function importedPasses(figures: readonly PlannedFigure[], question: Question, kept: KeptDays): readonly DaysPass[] {
  const uses = figures.flatMap((figure) => {
    const use = kept.uses[figure.at]
    return figure.metric.definition.rollup !== undefined && use && use.used.length > 0 ? [{ figure, use }] : []
  })
  const alike = Map.groupBy(uses, ({ figure, use }) => JSON.stringify([isKept(figure, question), use.used]))
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const own = group.map(({ figure }) => figure)
    const hasKept = isKept(first.figure, question)
    const pass =
      (hasKept ? closedPass(own, question, kept) : undefined) ??
      passOver(rowsRead(kept.known, question.range.kept), NO_LIST, own, question, kept)
    return [{ ...pass, imported: { list: first.use.list, ranges: first.use.used }, hasOwnPeople: !hasKept }]
  })
}

const NO_LIST: DayList = { name: '', dimensions: [] }

/** Whether closed days could serve a question, whichever days are closed. */
export function mayUseDays(question: Question): boolean {
  const figures = question.metrics.map((metric, at) => ({ at, metric, isCompanion: false }))
  if (!figures.some((figure) => isKept(figure, question))) return false
  return listFor(question) !== undefined || listFor({ ...question, dimensions: [] }) !== undefined
}

function isKept({ metric }: PlannedFigure, { threshold }: Question): boolean {
  const { rollup } = metric.definition
  return rollup !== undefined && (threshold === 0 || rollup.hasVisitors)
}

function countsVisits(figures: readonly PlannedFigure[]): boolean {
  return figures.some(({ metric }) => metric.definition.counts === 'visits')
}

/**
 * The list of dimensions whose keys tell the rows of a question and which of them pass its filters. Visitors of several
 * keys do not add up, so a condition on what the rows are not by has to name one key.
 */
function listFor({ dimensions, filters }: Question): DayList | undefined {
  const others = filters.filter((alternatives) => !alternatives.every((one) => isAboutKeys(one, dimensions)))
  if (!others.every(namesOneKey)) return undefined
  const named: readonly Dimension[] = others.flat().map(({ dimension }) => dimension)
  return dayListOf([...new Set([...dimensions, ...named])])
}
