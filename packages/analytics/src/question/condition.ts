import type { AskedFilter, Dimension, FilterCondition, FilterScope } from '@footfall/core-domain'
import { isOfWholeVisit, isVisitConstant, subjectOf } from '../definitions/dimensions.ts'

/** A condition as the compiler takes it: what it asserts, and whether that is denied. */
export interface Condition {
  readonly dimension: Dimension
  readonly operator: 'is' | 'contains' | 'matches' | 'matches_regex' | 'above' | 'below'
  readonly negated: boolean
  readonly values: readonly string[]
  readonly scope: FilterScope
  readonly caseSensitive: boolean
}

/** Conditions of which one must hold. */
export type Alternatives = readonly Condition[]

/** The filters of a question: all must hold. */
export function alternativesOf(filters: readonly AskedFilter[]): readonly Alternatives[] {
  return filters.map((filter) => ('any' in filter ? filter.any : [filter]).map(conditionOf))
}

function conditionOf(filter: FilterCondition): Condition {
  const { dimension, values, scope = 'event', case_sensitive: caseSensitive = true } = filter
  return { dimension, values, caseSensitive, scope, ...relationOf(filter) }
}

function relationOf({ operator }: FilterCondition): Pick<Condition, 'operator' | 'negated'> {
  switch (operator) {
    case 'is':
    case 'contains':
    case 'matches':
    case 'matches_regex':
    case 'above':
    case 'below':
      return { operator, negated: false }
    case 'is_not':
      return { operator: 'is', negated: true }
    case 'not_contains':
      return { operator: 'contains', negated: true }
    case 'not_matches':
      return { operator: 'matches', negated: true }
    case 'not_matches_regex':
      return { operator: 'matches_regex', negated: true }
  }
}

/** Whether the values of an operator are regular expressions. */
export function isRegex(operator: FilterCondition['operator']): operator is 'matches_regex' | 'not_matches_regex' {
  return operator === 'matches_regex' || operator === 'not_matches_regex'
}

/** Whether the condition is true of all rows of a visit, or of none. */
export function isAboutVisit({ dimension, scope }: Condition): boolean {
  return scope !== 'event' || isOfWholeVisit(dimension) || isVisitConstant(dimension)
}

/** Whether the condition is about where a single event happened. */
export function isAboutPlace({ dimension, scope }: Condition): boolean {
  return scope === 'event' && subjectOf(dimension) === 'place'
}

/** Whether the condition is about what happened in a single event. */
export function isAboutHappening({ dimension, scope }: Condition): boolean {
  return scope === 'event' && subjectOf(dimension) === 'happening'
}

/** Whether alternatives are about single events, of which one has to pass them together with others. */
export function areAboutEvents(alternatives: Alternatives): boolean {
  return alternatives.every((condition) => isAboutPlace(condition) || isAboutHappening(condition))
}

/** A condition on goals without alternatives chooses the goals that are counted. */
function choosesGoals(alternatives: Alternatives): boolean {
  return alternatives.length === 1 && alternatives.every((one) => one.dimension === 'goal' && one.scope === 'event')
}

/** The goals whose names pass every condition on goals. */
export function chosenGoals<Named extends { readonly name: string }>(
  goals: readonly Named[],
  filters: readonly Alternatives[],
): readonly Named[] {
  const onGoals = filters.filter(choosesGoals).flat()
  return goals.filter(({ name }) => onGoals.every((condition) => asserts(condition, name) !== condition.negated))
}

/** The goals that a condition names, whether or not it denies them. */
export function namedGoals<Named extends { readonly name: string }>(
  goals: readonly Named[],
  condition: Condition,
): readonly Named[] {
  return goals.filter(({ name }) => asserts(condition, name))
}

/** The values of conditions without case, where it does not count: each is compared with all goals. */
const foldedValues = new WeakMap<Condition, ReadonlySet<string>>()

function valuesOf(condition: Condition): ReadonlySet<string> {
  const known = foldedValues.get(condition)
  if (known !== undefined) return known
  const { values, caseSensitive } = condition
  const made = new Set(caseSensitive ? values : values.map((value) => value.toLowerCase()))
  foldedValues.set(condition, made)
  return made
}

/** Whether a text is one that the condition names. Regular expressions name none: see below. */
export function asserts(condition: Condition, text: string): boolean {
  const { operator, values, caseSensitive } = condition
  const folded = (value: string) => (caseSensitive ? value : value.toLowerCase())
  const name = folded(text)
  switch (operator) {
    case 'is':
      return valuesOf(condition).has(name)
    case 'contains':
      return values.some((part) => name.includes(folded(part)))
    case 'matches':
      return values.some((glob) => isLike(name, folded(glob)))
    case 'matches_regex':
      // Only the engine runs them: `question/patterns.ts` asks it for the goals first.
      return false
    case 'above':
    case 'below':
      // They compare numbers, which only visits have.
      return false
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
