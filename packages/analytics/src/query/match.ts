import type { FilterOperator } from '@footfall/core-domain'
import { joinSql, type Sql, sql, text } from '@footfall/warehouse'

const TRUE = sql`1`
const FALSE = sql`0`

export function allOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return TRUE
  return joinSql(
    conditions.map((condition) => sql`(${condition})`),
    ' AND ',
  )
}

export function anyOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return FALSE
  return sql`(${joinSql(
    conditions.map((condition) => sql`(${condition})`),
    ' OR ',
  )})`
}

export function oneOf(expression: Sql, values: readonly string[]): Sql {
  if (values.length === 0) return FALSE
  return sql`${expression} IN (${joinSql(values.map(text), ', ')})`
}

/** Holds where the text of an expression stands in the operator's relation to one of the values. */
export function compare(expression: Sql, operator: FilterOperator, values: readonly string[]): Sql {
  switch (operator) {
    case 'is':
      return oneOf(expression, values)
    case 'is_not':
      return sql`NOT ${oneOf(expression, values)}`
    case 'contains':
      return contains(expression, values)
    case 'not_contains':
      return sql`NOT ${contains(expression, values)}`
    case 'matches':
      return anyOf(values.map((glob) => matchesGlob(expression, glob)))
  }
}

/** The relation that a negative operator denies; a positive one is its own. */
export function positive(operator: FilterOperator): { readonly operator: FilterOperator; readonly negated: boolean } {
  if (operator === 'is_not') return { operator: 'is', negated: true }
  if (operator === 'not_contains') return { operator: 'contains', negated: true }
  return { operator, negated: false }
}

function contains(expression: Sql, values: readonly string[]): Sql {
  return anyOf(values.map((value) => (value === '' ? TRUE : sql`position(${expression}, ${text(value)}) > 0`)))
}

/** Globs know one sign, `*` for any run of characters, the empty one included. */
export function matchesGlob(expression: Sql, glob: string): Sql {
  if (!glob.includes('*')) return sql`${expression} = ${text(glob)}`
  const pattern = glob.replace(/[\\%_]/g, '\\$&').replace(/\*+/g, '%')
  return sql`${expression} LIKE ${text(pattern)}`
}

/** The same relations on values at hand, such as the names of goals. */
export function holds(value: string, operator: FilterOperator, values: readonly string[]): boolean {
  switch (operator) {
    case 'is':
      return values.includes(value)
    case 'is_not':
      return !values.includes(value)
    case 'contains':
      return values.some((part) => value.includes(part))
    case 'not_contains':
      return !values.some((part) => value.includes(part))
    case 'matches':
      return values.some((glob) => globHolds(value, glob))
  }
}

/** Without a regular expression, so that no pattern can make it slow. */
function globHolds(value: string, glob: string): boolean {
  const pieces = glob.split('*')
  const first = pieces[0] ?? ''
  if (pieces.length === 1) return value === glob
  const last = pieces.at(-1) ?? ''
  if (!value.startsWith(first)) return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = value.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return value.length - last.length >= at && value.endsWith(last)
}
