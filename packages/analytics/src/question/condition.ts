import type { Dimension, Filter, TrackedEvent } from '@footfall/core-domain'
import { definitionOf } from '../definitions/dimensions.ts'

/** A filter as the compiler takes it: what it asserts, and whether that is denied. */
export interface Condition {
  readonly dimension: Dimension
  readonly operator: 'is' | 'contains' | 'matches'
  readonly negated: boolean
  readonly values: readonly string[]
}

export function conditionOf({ dimension, operator, values }: Filter): Condition {
  switch (operator) {
    case 'is':
    case 'contains':
    case 'matches':
      return { dimension, operator, negated: false, values }
    case 'is_not':
      return { dimension, operator: 'is', negated: true, values }
    case 'not_contains':
      return { dimension, operator: 'contains', negated: true, values }
  }
}

/** Whether a condition is about what happened in an event, rather than about where or by whom. */
export function isAboutEvent({ dimension }: Pick<Condition, 'dimension'>): boolean {
  return definitionOf(dimension).subject === 'event'
}

/** The goals whose names pass every condition on goals. */
export function chosenGoals(goals: readonly TrackedEvent[], conditions: readonly Condition[]): readonly TrackedEvent[] {
  const onGoals = conditions.filter(({ dimension }) => dimension === 'goal')
  return goals.filter(({ name }) => onGoals.every((condition) => asserts(condition, name) !== condition.negated))
}

/** The goals that a condition names, whether or not it denies them. */
export function namedGoals(goals: readonly TrackedEvent[], condition: Condition): readonly TrackedEvent[] {
  return goals.filter(({ name }) => asserts(condition, name))
}

function asserts({ operator, values }: Condition, name: string): boolean {
  switch (operator) {
    case 'is':
      return values.includes(name)
    case 'contains':
      return values.some((part) => name.includes(part))
    case 'matches':
      return values.some((glob) => isLike(name, glob))
  }
}

/** Without a regular expression, so that no pattern can make it slow. */
function isLike(value: string, glob: string): boolean {
  const pieces = glob.split('*')
  const first = pieces[0] ?? ''
  if (pieces.length === 1) return value === glob
  const last = pieces.at(-1) ?? ''
  if (!value.startsWith(first)) return false
  let from = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = value.indexOf(piece, from)
    if (found === -1) return false
    from = found + piece.length
  }
  return value.length - last.length >= from && value.endsWith(last)
}
