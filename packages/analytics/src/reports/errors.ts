import {
  type Report,
  type ReportScope,
  type ScriptErrorsQuery,
  type ScriptErrorsReport,
  timestamp,
} from '@footfall/core-domain'
import { allOf, integer, type Sql, sql } from '@footfall/warehouse'
import { type Reader, toNumber } from '../cache/reader.ts'
import { metricDefinition } from '../catalog/metric-table.ts'
import { withHints } from '../explain/meta.ts'
import { type UnderstoodFilters, understoodFilters } from '../question/understood-filters.ts'
import { AVAILABLE, type Stated, stateOfNothing, unavailable, WITHHELD } from '../read/states.ts'
import { isTooFew } from '../read/suppression.ts'
import { passes } from '../sql/conditions.ts'
import { rowsIn } from '../sql/rows.ts'
import { type RangeContext, rangeContext } from './context.ts'
import { explainReport } from './explained.ts'
import { selectionOf } from './selection.ts'

const ERRORS_MAX = 100
/** Pages and browsers that each error lists. */
const KEYS_MAX = 5

type Row = ScriptErrorsReport['rows'][number]

interface Read {
  readonly fingerprint: string
  readonly total: string
  readonly people: string
  readonly message: string
  readonly source: string
  readonly stack: string
  readonly first: string
  readonly last: string
  readonly pages: readonly Key[]
  readonly browsers: readonly Key[]
}
type Key = readonly [key: string, errors: number | string]

/** The errors that scripts of pages threw, each once, by how often it happened. */
export async function scriptErrorsReport(
  reader: Reader,
  scope: ReportScope,
  query: ScriptErrorsQuery,
): Promise<Report<ScriptErrorsReport>> {
  const context = rangeContext(reader, scope, query)
  const filters = await understoodFilters(reader, scope, query.filters)
  const selection = selectionOf(scope, context.range, filters.tried)
  const where = allOf([rowsIn(scope.product, context.range.kept), sql`error_count > 0`, passes(selection)])
  const [total, read] = context.outside
    ? [undefined, []]
    : await Promise.all([
        context.rows<Pick<Read, 'total' | 'people'>>(totalStatement(where)).then(([row]) => row),
        context.rows<Read>(errorsStatement(where)),
      ])
  const sum = { value: toNumber(total?.total), people: toNumber(total?.people) }
  const { stated, hints } = await stateOf(context, query, sum, filters)
  const isShown = stated.state === 'available'
  const threshold = scope.preferences.suppression_threshold
  const shown = read.filter((row) => !isTooFew(cellOf(row), threshold))
  return {
    data: {
      ...stated,
      errors: isShown ? sum.value : null,
      visitors: isShown ? sum.people : null,
      rows: isShown ? shown.slice(0, ERRORS_MAX).map((row) => rowOf(row, threshold)) : [],
      withheld: isShown ? read.length - shown.length : 0,
      more: isShown && shown.length > ERRORS_MAX,
    },
    meta: { ...context.meta, ...withHints(hints) },
  }
}

const cellOf = ({ total, people }: Pick<Read, 'total' | 'people'>) => ({
  value: toNumber(total),
  people: toNumber(people),
})

const TOTAL = sql`sum(error_count) AS total, uniqExactIf(visitor, visitor != 0) AS people`

const totalStatement = (where: Sql) => sql`SELECT ${TOTAL} FROM events WHERE ${where}`

/** The texts are those of the newest report; a stack comes with few reports of an error. */
function errorsStatement(where: Sql): Sql {
  const most = (key: Sql) =>
    sql`arraySlice(arraySort(pair -> (-toInt64(pair.2), pair.1), CAST(sumMap(map(${key}, toUInt64(error_count))), 'Array(Tuple(String, UInt64))')), 1, ${integer(KEYS_MAX)})`
  return sql`SELECT toString(error) AS fingerprint, ${TOTAL},
  argMax(error_message, ts) AS message, argMax(error_source, ts) AS source,
  argMaxIf(error_stack, ts, error_stack != '') AS stack,
  toUnixTimestamp64Milli(min(ts)) AS first, toUnixTimestamp64Milli(max(ts)) AS last,
  ${most(sql`path`)} AS pages, ${most(sql`toString(browser)`)} AS browsers
FROM events WHERE ${where} AND error != 0
GROUP BY error ORDER BY sum(error_count) DESC, fingerprint LIMIT ${integer(10 * ERRORS_MAX)}`
}

/** Where few visitors are behind each page, their pages are not shown. */
function rowOf(row: Read, threshold: number): Row {
  const keys = (pairs: readonly Key[]) =>
    threshold > 0 ? [] : pairs.map(([key, errors]) => ({ key, errors: toNumber(String(errors)) }))
  return {
    id: row.fingerprint,
    message: row.message,
    source: row.source,
    stack: row.stack,
    errors: toNumber(row.total),
    visitors: toNumber(row.people),
    first_seen_at: timestamp(Number(row.first)),
    last_seen_at: timestamp(Number(row.last)),
    pages: keys(row.pages),
    browsers: keys(row.browsers),
  }
}

async function stateOf(
  context: RangeContext,
  query: ScriptErrorsQuery,
  sum: { readonly value: number; readonly people: number },
  filters: UnderstoodFilters,
) {
  const said = (stated: Stated) => ({ stated, hints: [] })
  if (context.outside) return said(context.outside)
  if (isTooFew(sum, context.scope.preferences.suppression_threshold)) return said(WITHHELD)
  const counted = sum.value > 0 ? AVAILABLE : await stateOfNothing(context.collected, context.range)
  if (counted.state !== 'available') return said(counted)
  if (sum.value === 0 && !(await context.collected.hasMetric(metricDefinition('errors'), false)))
    return said(unavailable('metric_not_collected'))
  const { stated, hints } = await explainReport(context, query, 'errors', filters, { value: sum.value })
  return { stated: stated ?? counted, hints }
}
