import {
  type AskedScope,
  type Dimension,
  isNamedDimension,
  type KnownValue,
  nearest,
  nearValues,
} from '@footfall/core-domain'
import { integer, type Sql, sql } from '@footfall/warehouse'
import type { Reader } from '../cache/reader.ts'
import { retainedRows } from '../days/retained.ts'
import { columnOf } from '../definitions/dimensions.ts'
import { regionName } from '../definitions/regions.ts'
import { namedProducts, vocabularyOf } from '../question/vocabulary.ts'

/** The most frequent values of a dimension are compared, and no others. */
const CANDIDATES_MAX = 2000

/** Collected values near to one that never was. Those of fewer visitors than the threshold are not named. */
export async function nearCollected(
  reader: Reader,
  scope: AskedScope,
  dimension: Dimension,
  value: string,
): Promise<readonly string[]> {
  const wanted = value.replaceAll('*', '')
  const vocabulary = vocabularyOf(dimension, scope.goals)
  if (vocabulary !== undefined) return nearValues(wanted, vocabulary)
  if (dimension === 'product') return nearValues(wanted, namedProducts(scope))
  const column = columnOf(isPage(dimension) ? 'page' : dimension)
  if (column === undefined || wanted === '') return []
  if (wanted === NO_VALUE && (await hasNone(reader, scope, column))) return ['']
  const collected = await frequent(reader, scope, column)
  if (dimension === 'region') return nearValues(wanted, collected.map(withName))
  return nearest(wanted, { names: collected })
}

/** What texts and tables show in place of an empty value. */
const NO_VALUE = '(none)'

/** Whether an event within retention has no value. */
async function hasNone(reader: Reader, scope: AskedScope, column: Sql): Promise<boolean> {
  const statement = sql`SELECT 1 AS found FROM events
WHERE ${retainedRows(scope, reader.now())} AND kind != 'engagement' AND toString(${column}) = '' LIMIT 1`
  return (await reader.rows(scope.product, statement)).length > 0
}

/** Regions are stored as codes where the location database has them, and people ask for them by name. */
function withName(region: string): KnownValue {
  const name = regionName(region)
  return { value: region, names: name === undefined ? [] : [name] }
}

/** Names of properties near to one that no event carries, as `nearCollected` for values. */
export async function nearProperties(reader: Reader, scope: AskedScope, name: string): Promise<readonly string[]> {
  return nearest(name, { names: await frequent(reader, scope, sql`arrayJoin(mapKeys(props))`) })
}

/** The most frequent texts that an expression has on events within retention. */
async function frequent(reader: Reader, scope: AskedScope, expression: Sql): Promise<readonly string[]> {
  const { product, preferences } = scope
  const rows = await reader.rows<{ found: string }>(
    product,
    sql`SELECT found FROM (SELECT toString(${expression}) AS found, visitor FROM events
WHERE ${retainedRows(scope, reader.now())} AND kind != 'engagement')
WHERE found != ''
GROUP BY found HAVING uniqExactIf(visitor, visitor != 0) >= ${integer(preferences.suppression_threshold)}
ORDER BY count() DESC, found LIMIT ${integer(CANDIDATES_MAX)}`,
  )
  return rows.map(({ found }) => found)
}

function isPage(dimension: Dimension): boolean {
  return isNamedDimension(dimension) && ['exit_page', 'next_page', 'previous_page'].includes(dimension)
}
