import {
  type AskedFilter,
  type AskedScope,
  countryName,
  type Dimension,
  type FieldError,
  InvalidRequest,
} from '@footfall/core-domain'
import { allOf, joinSql, oneOf, sql } from '@footfall/warehouse'
import type { Reader } from '../cache/reader.ts'
import { retainedRows } from '../days/retained.ts'
import { columnOf } from '../definitions/dimensions.ts'
import { FEW_MAX, namedProducts, offeredValues, type UnknownValue, understand, vocabularyOf } from './vocabulary.ts'

/** How many values are rejected by name at once. */
const NAMED_MAX = 10

/**
 * The filters as they are understood. Throws `InvalidRequest` for values of closed vocabularies that do not exist and
 * that were never collected, with the values near to them.
 */
export async function withUnderstoodValues(
  reader: Reader,
  scope: AskedScope,
  filters: readonly AskedFilter[],
): Promise<readonly AskedFilter[]> {
  const { filters: understood, unknown } = understand(filters, scope.goals, namedProducts(scope))
  if (unknown.length === 0) return understood
  if (scope.discreet) throw new InvalidRequest(unknown.slice(0, NAMED_MAX).map(plainRejection))
  const collected = await collectedOf(reader, scope, unknown)
  const errors = unknown
    .filter(({ dimension, value }) => !collected.get(dimension)?.has(value))
    .slice(0, NAMED_MAX)
    .map((one) => rejection(one, scope))
  if (errors.length > 0) throw new InvalidRequest(errors)
  return understood
}

function plainRejection({ path, dimension }: UnknownValue): FieldError {
  return { path, message: `is not a value of ${dimension}` }
}

function rejection({ path, dimension, value }: UnknownValue, { goals }: AskedScope): FieldError {
  const vocabulary = vocabularyOf(dimension, goals) ?? []
  const near = offeredValues(value, dimension, vocabulary)
  const all = vocabulary.length <= FEW_MAX ? `: it can be ${vocabulary.map((known) => known.value).join(', ')}` : ''
  const names = near.flatMap((code) => (dimension === 'country' ? [`${code} is ${countryName(code)}`] : []))
  const named = names.length === 0 ? '' : ` (${names.join(', ')})`
  const message = `${JSON.stringify(value.slice(0, 60))} is not a value of ${dimension} and was never collected${vocabulary.length === 0 ? '' : all}${named}`
  return { path, message, ...(near.length > 0 ? { did_you_mean: near } : {}) }
}

/** The values that were collected nevertheless, by dimension. What has no column is never collected. */
async function collectedOf(
  reader: Reader,
  scope: AskedScope,
  unknown: readonly UnknownValue[],
): Promise<ReadonlyMap<Dimension, ReadonlySet<string>>> {
  const asked = [...new Set(unknown.map(({ dimension }) => dimension))].flatMap((dimension) => {
    const column = columnOf(dimension)
    const values = unknown.filter((one) => one.dimension === dimension).map(({ value }) => value)
    return column === undefined
      ? []
      : [{ dimension, found: sql`groupUniqArrayIf(toString(${column}), ${oneOf(column, values)})` }]
  })
  if (asked.length === 0) return new Map()
  const rows = allOf([retainedRows(scope, reader.now()), sql`kind != 'engagement'`])
  const found = joinSql(
    asked.map((one) => one.found),
    ', ',
  )
  const [row] = await reader.rows<{ found: readonly (readonly string[])[] }>(
    scope.product,
    sql`SELECT [${found}] AS found FROM events WHERE ${rows}`,
  )
  return new Map(asked.map(({ dimension }, i) => [dimension, new Set(row?.found[i])]))
}
