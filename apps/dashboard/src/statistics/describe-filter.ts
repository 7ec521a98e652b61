import { t } from '../messages/messages.ts'
import { dimensionAbout, dimensionLabel } from './dimensions.ts'
import { type Condition, conditionsOf, type Filter, type Operator, type Scope } from './filters.ts'
import { keyLabel } from './key-label.ts'

/** Operators that a visit or visitor passes by having nothing with the value. */
const DENIED: Readonly<Partial<Record<Operator, Operator>>> = {
  is_not: 'is',
  not_contains: 'contains',
  not_matches: 'matches',
  not_matches_regex: 'matches_regex',
}

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
  const alternatives = values.map((value) => keyLabel(dimension, value)).join(t('filters.value_or'))
  const text = `${alternatives}${case_sensitive ? '' : t('filters.any_case')}`
  if (scope === 'event' || (scope === 'visit' && dimensionAbout(dimension) === 'visit')) {
    return { start: `${label} ${t(`filters.operator_${operator}`)}`, values: text }
  }
  const positive = DENIED[operator]
  const has = OWNERS[scope][positive === undefined ? 'has' : 'lacks']
  return { start: `${has}: ${label} ${t(`filters.operator_${positive ?? operator}`)}`, values: text }
}

const OWNERS: Readonly<Record<Exclude<Scope, 'event'>, { readonly has: string; readonly lacks: string }>> = {
  visit: { has: t('filters.visit_has'), lacks: t('filters.visit_has_no') },
  visitor: { has: t('filters.visitor_has'), lacks: t('filters.visitor_has_no') },
}

/** A filter in words, as one text. */
export function describeFilter(filter: Filter): string {
  return conditionsOf(filter)
    .map((condition) => {
      const { start, values } = describeCondition(condition)
      return `${start} ${values}`
    })
    .join(t('filters.or'))
}
