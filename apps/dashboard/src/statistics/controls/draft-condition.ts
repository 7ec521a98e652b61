import { canBeEmpty, type Dimension, dimensionAbout, isDimension, propertyOf } from '../dimensions.ts'
import type { Condition, Operator, Scope } from '../filters.ts'

/** In place of a dimension: the property of an event, named in its own field. */
export const PROPERTY = 'property'

/** A condition while it is written; it may lack something. */
export interface Draft {
  readonly id: number
  /** A dimension, or `PROPERTY`. */
  readonly kind: string
  readonly property: string
  readonly operator: Operator
  readonly scope: Scope
  readonly caseSensitive: boolean
  readonly values: readonly string[]
  /** A value that is typed and not yet added. */
  readonly typed: string
}

let lastId = 0

export function draftOf(condition: Condition | undefined): Draft {
  const property = condition && propertyOf(condition.dimension)
  lastId += 1
  return {
    id: lastId,
    kind: property === undefined ? (condition?.dimension ?? 'page') : PROPERTY,
    property: property ?? '',
    operator: condition?.operator ?? 'is',
    scope: condition?.scope ?? 'event',
    caseSensitive: condition?.case_sensitive ?? true,
    values: condition?.values ?? [],
    typed: '',
  }
}

/** The dimension of a draft; undefined while its property has no name. */
export function dimensionOf({ kind, property }: Pick<Draft, 'kind' | 'property'>): Dimension | undefined {
  const name = kind === PROPERTY ? `property:${property.trim()}` : kind
  return isDimension(name) ? name : undefined
}

/** The condition that a draft stands for, or what it lacks. */
export function conditionOf(draft: Draft): Condition | { readonly missing: 'property' | 'values' } {
  const dimension = dimensionOf(draft)
  if (dimension === undefined) return { missing: 'property' }
  // Only blanks are not a value: they would look like the row without one.
  const typed = draft.typed.trim() === '' ? [] : [draft.typed]
  const values = [...new Set([...draft.values, ...typed])].filter((value) => value !== '' || canBeEmpty(dimension))
  if (values.length === 0) return { missing: 'values' }
  const scope = dimensionAbout(dimension) === 'visit' && draft.scope === 'visit' ? 'event' : draft.scope
  return {
    dimension,
    operator: draft.operator,
    values,
    ...(scope === 'event' ? {} : { scope }),
    ...(draft.caseSensitive ? {} : { case_sensitive: false }),
  }
}
