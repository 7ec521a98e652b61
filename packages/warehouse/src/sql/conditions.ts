import { joinSql, type Sql, sql, text } from './literal.ts'

const TRUE = sql`1`
const FALSE = sql`0`

export function allOf(conditions: readonly Sql[]): Sql {
  const real = conditions.filter((condition) => condition.text !== TRUE.text)
  const [only] = real
  if (only === undefined) return TRUE
  return real.length === 1 ? inParentheses(only) : joinSql(real.map(inParentheses), ' AND ')
}

export function anyOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return FALSE
  return inParentheses(joinSql(conditions.map(inParentheses), ' OR '))
}

export function not(condition: Sql): Sql {
  return sql`NOT ${inParentheses(condition)}`
}

/** Letters of either case are the same unless `caseSensitive`, in every script. */
export function oneOf(expression: Sql, values: readonly string[], caseSensitive = true): Sql {
  if (values.length === 0) return FALSE
  const literals = values.map(text)
  if (caseSensitive) return sql`${expression} IN (${joinSql(literals, ', ')})`
  return sql`lowerUTF8(${asText(expression)}) IN (${joinSql(
    literals.map((value) => sql`lowerUTF8(${value})`),
    ', ',
  )})`
}

export function containsOneOf(expression: Sql, values: readonly string[], caseSensitive = true): Sql {
  return anyOf(
    values.map((value) => {
      if (value === '') return TRUE
      if (caseSensitive) return sql`position(${expression}, ${text(value)}) > 0`
      return sql`position(lowerUTF8(${asText(expression)}), lowerUTF8(${text(value)})) > 0`
    }),
  )
}

/** A glob has one special character: `*` stands for any run of characters, the empty one included. */
export function matchesGlob(expression: Sql, glob: string, caseSensitive = true): Sql {
  if (!glob.includes('*')) return oneOf(expression, [glob], caseSensitive)
  const pattern = glob.replace(/[\\%_]/g, '\\$&').replace(/\*+/g, '%')
  if (caseSensitive) return sql`${expression} LIKE ${text(pattern)}`
  return sql`lowerUTF8(${asText(expression)}) LIKE lowerUTF8(${text(pattern)})`
}

/**
 * Searches for a regular expression; `.` is any character. Vectorscan matches in a time that does not depend on the pattern and
 * rejects patterns for which it could not. RE2, which `match` uses, takes a thousand times as long for some patterns, and a
 * statement can be stopped or paused only between blocks of rows.
 */
export function matchesRegex(expression: Sql, pattern: string, caseSensitive = true): Sql {
  return sql`multiMatchAny(${asText(expression)}, [${text(caseSensitive ? pattern : `(?i)${pattern}`)}])`
}

function asText(expression: Sql): Sql {
  return sql`toString(${expression})`
}

function inParentheses(condition: Sql): Sql {
  return sql`(${condition})`
}
