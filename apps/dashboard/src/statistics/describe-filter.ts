import { dimensionAbout, dimensionLabel } from './dimensions.ts'
import { type Condition, conditionsOf, type Filter, type Operator, type Scope } from './filters.ts'
import { keyLabel } from './key-label.ts'

export const OPERATOR_LABELS: Readonly<Record<Operator, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  matches: 'matches',
  matches_regex: 'matches the regular expression',
}

/** Operators that a visit or visitor passes by having nothing with the value. */
const DENIED: Readonly<Partial<Record<Operator, Operator>>> = { is_not: 'is', not_contains: 'contains' }

export function isDenied(operator: Operator): boolean {
  return DENIED[operator] !== undefined
}

interface ConditionText {
  /** Before the values. */
  readonly start: string
  /** The values, as people read them. */
  readonly values: string
}

/** A condition in words: `Page is` and `/pricing`, or `Visit has no: Page is` and `/pricing`. */
export function describeCondition(condition: Condition): ConditionText {
  const { dimension, operator, values, scope = 'event', case_sensitive = true } = condition
  const label = dimensionLabel(dimension)
  const alternatives = values.map((value) => keyLabel(dimension, value)).join(' or ')
  const text = `${alternatives}${case_sensitive ? '' : ' (any case)'}`
  if (scope === 'event' || (scope === 'visit' && dimensionAbout(dimension) === 'visit')) {
    return { start: `${label} ${OPERATOR_LABELS[operator]}`, values: text }
  }
  const positive = DENIED[operator]
  const has = positive === undefined ? 'has' : 'has no'
  return { start: `${OWNERS[scope]} ${has}: ${label} ${OPERATOR_LABELS[positive ?? operator]}`, values: text }
}

const OWNERS: Readonly<Record<Exclude<Scope, 'event'>, string>> = { visit: 'Visit', visitor: 'Visitor' }

/** A filter in words, as one text. */
export function describeFilter(filter: Filter): string {
  return conditionsOf(filter)
    .map((condition) => {
      const { start, values } = describeCondition(condition)
      return `${start} ${values}`
    })
    .join(', or ')
}
