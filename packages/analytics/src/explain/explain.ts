import {
  type AskedFilter,
  type FilterCondition,
  filterPath,
  type ReportHint,
  type ReportScope,
} from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { collectedData } from '../days/collected.ts'
import { isProperty, propertyName } from '../definitions/dimensions.ts'
import { asserts, type Condition } from '../question/condition.ts'
import { placedConditions } from '../question/places.ts'
import type { Question } from '../question/question.ts'
import { vocabularyOf } from '../question/vocabulary.ts'
import { type Figures, NO_DENOMINATOR } from '../read/numbers.ts'
import { EMPTY, type Stated, unavailable } from '../read/states.ts'
import { type Evidence, evidenceOf, isExplainable } from './evidence.ts'
import { nearCollected, nearProperties, visitsOfWholeVisits } from './hints.ts'
import { explainIdentity } from './identity.ts'

/** Why figures are no answer, by their places among the metrics, and what to ask instead. */
export interface Explanation {
  readonly states: ReadonlyMap<number, Stated>
  /** Set where no row of a breakdown can be told. */
  readonly noRows: boolean
  readonly hints: readonly ReportHint[]
}

/** How many values or properties that never came are named. */
const NAMED_MAX = 3
export const NOTHING_TO_SAY: Explanation = { states: new Map(), noRows: false, hints: [] }

/**
 * Explains figures that are zero or none although the product collected events: a value or a property that never came,
 * conditions that no event passes together, a metric that no passing event can have. Answers with figures cost nothing,
 * except where a property is asked for that may be missing without leaving anything out.
 */
export async function explain(
  reader: Reader,
  scope: ReportScope,
  question: Question,
  figures: Figures,
  filters: readonly AskedFilter[],
): Promise<Explanation> {
  const identity = await explainIdentity(reader, scope, question)
  if (identity?.stated !== undefined) {
    const { stated } = identity
    const states = figures.totals.flatMap(({ reason }, at) => (isOutside(reason) ? [] : [[at, stated] as const]))
    return { states: new Map(states), noRows: true, hints: [] }
  }
  const explanation = await explainFigures(reader, scope, question, figures, filters)
  return identity ? { ...explanation, hints: [...explanation.hints, ...identity.hints] } : explanation
}

/** Whether there can be nothing in a span, whatever was collected. */
function isOutside(reason: Stated['reason']): boolean {
  return reason === 'beyond_retention' || reason === 'in_the_future'
}

async function explainFigures(
  reader: Reader,
  scope: ReportScope,
  question: Question,
  figures: Figures,
  /** The filters as they were understood, in the order of those of the question. */
  filters: readonly AskedFilter[],
): Promise<Explanation> {
  if (scope.discreet) return NOTHING_TO_SAY
  const zeros = figures.totals.flatMap(({ state, value }, at) =>
    (state === 'available' && value === 0) || state === 'empty' ? [at] : [],
  )
  const mayMiss =
    question.dimensions.some(isProperty) || question.filters.some((one) => one.some(passesWithoutProperty))
  if (zeros.length === 0 && !mayMiss) return NOTHING_TO_SAY
  if (zeros.length > 0 && !mayMiss && question.filters.length === 0) return NOTHING_TO_SAY
  if (!isExplainable(question)) return NOTHING_TO_SAY
  if ((await collectedData(reader, question.product).firstEventMs()) === undefined) return NOTHING_TO_SAY
  const evidence = await evidenceOf(reader, scope, question)
  return (
    (await missingProperty({ reader, scope, question, evidence, filters }, figures)) ??
    (zeros.length === 0 ? undefined : await neverSeen({ reader, scope, question, evidence, filters, zeros })) ??
    (zeros.length === 0 ? undefined : await excluded({ reader, scope, question, evidence, filters, zeros })) ??
    NOTHING_TO_SAY
  )
}

/** The figures with the states that an explanation gives them, points included. */
export function explained({ totals, series }: Figures, { states, noRows }: Explanation): Figures {
  const stateAt = (at: number, value: number | null) => (noRows || (value ?? 0) === 0 ? states.get(at) : undefined)
  return {
    totals: totals.map((total, at) => {
      const state = total.state === 'available' || total.state === 'empty' ? stateAt(at, total.value) : undefined
      return state ? { ...total, ...state, value: null, ...(total.of && { of: NO_DENOMINATOR }) } : total
    }),
    series: series?.map((point) => ({
      ...point,
      values: point.values.map((value, at) => {
        const isCounted = value.state === 'available' || value.state === 'empty'
        const state = isCounted ? stateAt(at, value.value) : undefined
        return state ? { value: null, state: state.state } : value
      }),
    })),
  }
}

interface Zeros {
  readonly reader: Reader
  readonly scope: ReportScope
  readonly question: Question
  readonly evidence: Evidence
  readonly filters: readonly AskedFilter[]
  readonly zeros: readonly number[]
}

/** Whether the condition may hold for events that do not carry its property. Only the engine can run a regular expression. */
function passesWithoutProperty(condition: Condition): boolean {
  if (!isProperty(condition.dimension)) return false
  return condition.operator === 'matches_regex' || asserts(condition, '') !== condition.negated
}

/** Properties that no event carries: by them or with them nothing can be counted. */
async function missingProperty(
  { reader, scope, question, evidence: { carried }, filters: asked }: Omit<Zeros, 'zeros'>,
  { totals }: Figures,
): Promise<Explanation | undefined> {
  const isMissing = (dimension: Condition['dimension']) => isProperty(dimension) && !carried.has(dimension)
  const dimensions = question.dimensions.filter(isMissing)
  const filters = question.filters.flatMap((alternatives, i) =>
    alternatives.every(({ dimension }) => isMissing(dimension)) ? [i] : [],
  )
  if (dimensions.length === 0 && filters.length === 0) return undefined
  const missing = [
    ...dimensions.map((dimension) => ({ where: {}, dimension })),
    ...filters.map((i) => ({ where: { filter: pathOf(asked, i) }, dimension: question.filters[i]?.[0]?.dimension })),
  ]
  const hints = missing.slice(0, NAMED_MAX).map(async ({ where, dimension }): Promise<ReportHint> => {
    const value = propertyName(dimension ?? '')
    const near = await nearProperties(reader, scope, value)
    return { code: 'dimension_not_collected', ...where, value, ...(near.length > 0 ? { did_you_mean: [...near] } : {}) }
  })
  const states = totals.flatMap(({ state }, at) =>
    state === 'unavailable' || state === 'withheld' ? [] : [[at, unavailable('dimension_not_collected')] as const],
  )
  return {
    states: new Map(states),
    noRows: true,
    hints: await Promise.all(hints),
  }
}

/** Filters of which every alternative asks for values that never came. */
async function neverSeen(asked: Zeros): Promise<Explanation | undefined> {
  const { question, evidence, filters, zeros } = asked
  const unseen = question.filters.flatMap((alternatives, i) =>
    alternatives.every((condition, j) => isNeverSeen(condition, question, evidence.isSeen(i, j))) ? [i] : [],
  )
  if (unseen.length === 0) return undefined
  const values = placedConditions(filters)
    .filter(({ filter }) => unseen.includes(filter))
    .flatMap(({ condition, path }) => condition.values.map((value) => ({ condition, path, value })))
  return {
    states: new Map(zeros.map((at) => [at, { ...EMPTY, reason: 'value_never_seen' }])),
    noRows: false,
    hints: await Promise.all(values.slice(0, NAMED_MAX).map((one) => hintOfValue(asked, one))),
  }
}

function pathOf(filters: readonly AskedFilter[], place: number): string {
  const filter = filters[place]
  if (filter === undefined) throw new TypeError('filters are those of the question, in its order')
  return filterPath(filter, place)
}

function isNeverSeen(condition: Condition, { goals }: Question, isSeen: boolean | undefined): boolean {
  const { dimension, operator, negated } = condition
  if (negated) return false
  const vocabulary = vocabularyOf(dimension, goals)
  // A value that there can be and that never came is a true zero.
  if (operator === 'is' && vocabulary?.some(({ value }) => condition.values.includes(value))) return false
  if (isSeen !== undefined) return !isSeen
  return !(vocabulary ?? []).some(({ value }) => asserts(condition, value))
}

async function hintOfValue(
  { reader, scope }: Zeros,
  { condition, path, value }: { condition: FilterCondition; path: string; value: string },
): Promise<ReportHint> {
  const near = await nearCollected(reader, scope, condition.dimension, value)
  return {
    code: 'value_never_seen',
    filter: path,
    value,
    ...(near.length > 0 ? { did_you_mean: [...near] } : {}),
  }
}

/** Conditions of events that exclude each other, and metrics that no event has that passes them. */
async function excluded(asked: Zeros): Promise<Explanation | undefined> {
  const { reader, question, evidence, zeros } = asked
  const states = zeros.flatMap((at) => {
    const reason = evidence.exclusionOf(at)
    return reason === undefined ? [] : [[at, reason] as const]
  })
  const [first] = states
  if (first === undefined) return undefined
  const visits = await visitsOfWholeVisits(reader, question)
  const codes = [...new Set(states.map(([, reason]) => reason))]
  return {
    states: new Map(states.map(([at, reason]) => [at, unavailable(reason)])),
    noRows: false,
    hints: codes.map((code) => ({ code, suggestion: 'scope: "visit"', visits })),
  }
}
