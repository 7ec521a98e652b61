import type { Dimension } from '@footfall/core-domain'
import type { Bucketing } from '../calendar/buckets.ts'
import { type DayList, dayListOf } from '../days/day-lists.ts'
import { subjectOf } from '../definitions/dimensions.ts'
import type { Alternatives, Condition } from '../question/condition.ts'
import type { Question } from '../question/question.ts'
import { daysRead, type KnownDays } from './days.ts'
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
  const nothing = { passes: [], others: figures }
  const told = figures.filter((figure) => isKept(figure, question))
  const list = listFor(question)
  if (told.length === 0 || list === undefined) return nothing
  const days = daysRead(known, {
    span: question.span.kept,
    buckets: intervals?.buckets,
    list: list.name,
    bySeen: countsVisits(told) && list.dimensions.some((dimension) => subjectOf(dimension) !== 'visit'),
  })
  if (days === undefined) return nothing
  const pass: DaysPass = {
    source: 'days',
    figures: told,
    list,
    days,
    isAboutVisits: intervals === undefined && isOfWholeVisits(question),
  }
  return { passes: [pass], others: figures.filter((figure) => !told.includes(figure)) }
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
  const isAboutKeys = (condition: Condition) => condition.scope === 'event' && dimensions.includes(condition.dimension)
  const others = filters.filter((alternatives) => !alternatives.every(isAboutKeys))
  if (!others.every(namesOneKey)) return undefined
  const named: readonly Dimension[] = others.flat().map(({ dimension }) => dimension)
  return dayListOf([...new Set([...dimensions, ...named])])
}

function namesOneKey(alternatives: Alternatives): boolean {
  return alternatives.every(
    ({ dimension, operator, negated, values, scope, caseSensitive }) =>
      alternatives.length === 1 &&
      scope === 'event' &&
      operator === 'is' &&
      !negated &&
      values.length === 1 &&
      caseSensitive &&
      // A city has a key for each region and country of its name.
      dimension !== 'city',
  )
}
