import type { Dimension } from '@footfall/core-domain'
import type { Bucketing } from '../calendar/buckets.ts'
import { type DayList, dayListOf } from '../days/day-lists.ts'
import { subjectOf } from '../definitions/dimensions.ts'
import type { Question } from '../question/question.ts'
import { type DaysRead, daysRead, type KnownDays, rowsRead } from './days.ts'
import { importedUse } from './imported-use.ts'
import { isAboutKeys, namesOneKey } from './named-keys.ts'
import type { DaysPass, PlannedFigure } from './pass.ts'
import { isOfWholeVisits } from './whole-visits.ts'

/** A pass over closed days for the figures that it can tell, and the figures that it cannot. */
export interface DayPasses {
  readonly passes: readonly DaysPass[]
  readonly others: readonly PlannedFigure[]
}

export function dayPasses(
  figures: readonly PlannedFigure[],
  question: Question,
  known: KnownDays,
  intervals: Bucketing | undefined,
): DayPasses {
  const imported = importedPasses(figures, question, known, intervals)
  const rest = figures.filter((figure) => !imported.some((pass) => pass.figures.includes(figure)))
  const told = rest.filter((figure) => isKept(figure, question))
  const list = listFor(question)
  const days = closedDays(told, question, known, intervals)
  if (list === undefined || days === undefined) return { passes: imported, others: rest }
  const pass = passOf(told, question, { list, days, intervals })
  return { passes: [...imported, pass], others: rest.filter((figure) => !told.includes(figure)) }
}

/** Which days are read from the figures that are kept of them; undefined where none can be. */
function closedDays(
  figures: readonly PlannedFigure[],
  question: Question,
  known: KnownDays,
  intervals: Bucketing | undefined,
): DaysRead | undefined {
  const list = listFor(question)
  if (figures.length === 0 || list === undefined) return undefined
  return daysRead(known, {
    span: question.span.kept,
    buckets: intervals?.buckets,
    list: list.name,
    bySeen: countsVisits(figures) && list.dimensions.some((dimension) => subjectOf(dimension) !== 'visit'),
  })
}

/** A pass for all figures that are made of the same imported days. Events of other days are added to them. */
function importedPasses(
  figures: readonly PlannedFigure[],
  question: Question,
  known: KnownDays,
  intervals: Bucketing | undefined,
): readonly DaysPass[] {
  const uses = figures
    .filter(({ metric }) => metric.definition.rollup !== undefined)
    .map((figure) => ({ figure, use: importedUse(figure.metric, question, known.imported) }))
    .filter(({ use }) => use.used.length > 0)
  const alike = Map.groupBy(uses, ({ figure, use }) => JSON.stringify([isKept(figure, question), use.used]))
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const own = group.map(({ figure }) => figure)
    const hasKept = isKept(first.figure, question)
    const closed = hasKept ? closedDays(own, question, known, intervals) : undefined
    const days = closed ?? rowsRead(known, question.span.kept)
    const list = (closed && listFor(question)) ?? NO_LIST
    const pass = passOf(own, question, { list, days, intervals })
    return [{ ...pass, imported: { list: first.use.list, ranges: first.use.used }, hasOwnPeople: !hasKept }]
  })
}

const NO_LIST: DayList = { name: '', dimensions: [] }

function passOf(
  figures: readonly PlannedFigure[],
  question: Question,
  {
    list,
    days,
    intervals,
  }: { readonly list: DayList; readonly days: DaysRead; readonly intervals: Bucketing | undefined },
): DaysPass {
  const isAboutVisits = intervals === undefined && isOfWholeVisits(question)
  return { source: 'days', figures, list, days, isAboutVisits, imported: undefined, hasOwnPeople: false }
}

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
