import { joinSql, type Sql, sql, text } from './literal.ts'

const TRUE = sql`1`
const FALSE = sql`0`

export function allOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return TRUE
  return joinSql(conditions.map(inParentheses), ' AND ')
}

export function anyOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return FALSE
  return inParentheses(joinSql(conditions.map(inParentheses), ' OR '))
}

export function not(condition: Sql): Sql {
  return sql`NOT ${inParentheses(condition)}`
}

export function oneOf(expression: Sql, values: readonly string[]): Sql {
  if (values.length === 0) return FALSE
  return sql`${expression} IN (${joinSql(values.map(text), ', ')})`
}

export function containsOneOf(expression: Sql, values: readonly string[]): Sql {
  return anyOf(values.map((value) => (value === '' ? TRUE : sql`position(${expression}, ${text(value)}) > 0`)))
}

/** A glob has one special character: `*` stands for any run of characters, the empty one included. */
export function matchesGlob(expression: Sql, glob: string): Sql {
  if (!glob.includes('*')) return sql`${expression} = ${text(glob)}`
  const pattern = glob.replace(/[\\%_]/g, '\\$&').replace(/\*+/g, '%')
  return sql`${expression} LIKE ${text(pattern)}`
}

function inParentheses(condition: Sql): Sql {
  return sql`(${condition})`
}
