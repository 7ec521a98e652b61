import type { FilterCondition, ReportHint } from '@footfall/core-domain'
import { isNumber } from '../definitions/dimensions.ts'
import { asserts, type Condition } from '../question/condition.ts'
import { placedConditions } from '../question/places.ts'
import type { Question } from '../question/question.ts'
import { vocabularyOf } from '../question/vocabulary.ts'
import { EMPTY } from '../read/states.ts'
import type { WithEvidence } from './evidence.ts'
import { type Explanation, NAMED_MAX } from './explanation.ts'
import { nearCollected } from './near.ts'

/** Filters whose alternatives all ask for values that were never collected. */
export async function neverSeen(asked: WithEvidence): Promise<Explanation | undefined> {
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

function isNeverSeen(condition: Condition, { goals }: Question, isSeen: boolean | undefined): boolean {
  const { dimension, operator, negated } = condition
  // Any number can be reached, so none is misspelt.
  if (negated || isNumber(dimension)) return false
  const vocabulary = vocabularyOf(dimension, goals)
  // A value that there can be and that never came is a true zero.
  if (operator === 'is' && vocabulary?.some(({ value }) => condition.values.includes(value))) return false
  if (isSeen !== undefined) return !isSeen
  return !(vocabulary ?? []).some(({ value }) => asserts(condition, value))
}

async function hintOfValue(
  { reader, scope }: WithEvidence,
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
