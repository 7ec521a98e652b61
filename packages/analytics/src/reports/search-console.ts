import {
  type Analytics,
  type LocalDate,
  laterDate,
  type Report,
  type ReportScope,
  type SearchConsoleQuery,
  type SearchConsoleReport,
  type Timestamp,
} from '@footfall/core-domain'
import { allOf, date, integer, matchesGlob, oneOf, type Sql, sql } from '@footfall/warehouse'
import { type Reader, toNumber } from '../cache/reader.ts'
import { AVAILABLE, EMPTY, type Stated, unavailable } from '../read/states.ts'
import { ofProduct, rangeContext } from './context.ts'

type Connection = Parameters<Analytics['searchConsole']>[2]
interface NumberRow {
  readonly group_key: string
  readonly clicks: string
  readonly impressions: string
  readonly position: number | null
}
const ROWS_DEFAULT = 100

/** What the search engine reported. Its days are its own; they are not cut again by the product’s zone. */
export async function searchConsoleReport(
  reader: Reader,
  scope: ReportScope,
  query: SearchConsoleQuery,
  connection: Connection,
): Promise<Report<SearchConsoleReport>> {
  const { meta, outside, range, rows } = rangeContext(reader, scope, query)
  const { synced_at: syncedAt = null, demo = false } = connection
  const without = (state: Stated) => ({ data: { ...state, ...NO_NUMBERS, synced_at: syncedAt, demo }, meta })
  if (connection.status === 'not_connected') return without(unavailable('not_connected'))
  // What earlier syncs brought stays true; when the last one was is in the report.
  if (connection.status === 'error' && syncedAt === null) return without(unavailable('provider_error'))
  if (outside) return without(outside)

  const from = laterDate(range.availableFrom, query.from)
  const stored = sql`search_console FINAL WHERE ${ofProduct(scope)} AND date >= ${date(from)} AND date <= ${date(query.to)}`
  const filters = filtersOf(query)
  const source = sql`${stored} AND ${allOf(filters)}`
  const top = (key: Sql) =>
    rows<NumberRow>(sql`SELECT ${key} AS group_key, ${SEARCH_NUMBERS} FROM ${source}
      GROUP BY group_key ORDER BY sum(search_console.clicks) DESC, sum(search_console.impressions) DESC, group_key LIMIT ${integer(query.limit ?? ROWS_DEFAULT)}`)
  const [totals, series, queries, pages, countries, devices] = await Promise.all([
    rows<NumberRow & { stored: string }>(
      sql`SELECT '' AS group_key, count() AS stored, ${SEARCH_NUMBERS} FROM ${source}`,
    ),
    rows<NumberRow>(
      sql`SELECT toString(date) AS group_key, ${SEARCH_NUMBERS} FROM ${source} GROUP BY group_key ORDER BY group_key`,
    ),
    top(sql`query`),
    top(sql`page`),
    top(sql`toString(country)`),
    top(sql`toString(device)`),
  ])
  const total = totals[0]
  if (!total) return without(EMPTY)
  if (total.stored === '0') {
    // Filters that match nothing are no reason to say that nothing was ever collected.
    const [any] = filters.length === 0 ? [] : await rows<{ found: string }>(sql`SELECT count() AS found FROM ${stored}`)
    if (!any || any.found === '0') return without(EMPTY)
  }
  return {
    data: {
      ...AVAILABLE,
      totals: numbersOf(total),
      series: series.map((row) => ({ date: row.group_key as LocalDate, ...numbersOf(row) })),
      queries: queries.map(keyed),
      pages: pages.map(keyed),
      countries: countries.map(keyed),
      devices: devices.map(keyed),
      synced_at: syncedAt as Timestamp | null,
      demo,
    },
    meta,
  }
}

function filtersOf({ query, page, countries, devices }: SearchConsoleQuery): readonly Sql[] {
  return [
    ...(query === undefined ? [] : [matchesGlob(sql`query`, query, false)]),
    ...(page === undefined ? [] : [matchesGlob(page.startsWith('/') ? sql`path(page)` : sql`page`, page)]),
    ...(countries ? [oneOf(sql`toString(country)`, countries)] : []),
    ...(devices ? [oneOf(sql`toString(device)`, devices)] : []),
  ]
}

const NO_NUMBERS = { totals: null, series: [], queries: [], pages: [], countries: [], devices: [] }

/** Positions are averages themselves; what was shown more often weighs more. */
const SEARCH_NUMBERS = sql`sum(search_console.clicks) AS clicks, sum(search_console.impressions) AS impressions,
  sum(search_console.position * search_console.impressions) / sum(search_console.impressions) AS position`

function numbersOf(row: NumberRow) {
  const clicks = toNumber(row.clicks)
  const impressions = toNumber(row.impressions)
  return { clicks, impressions, ctr: impressions === 0 ? 0 : clicks / impressions, position: row.position ?? 0 }
}

function keyed(row: NumberRow) {
  return { key: row.group_key, ...numbersOf(row) }
}
