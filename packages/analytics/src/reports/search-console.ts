import {
  type Analytics,
  type LocalDate,
  laterDate,
  type Report,
  type ReportRange,
  type ReportScope,
  type SearchConsoleReport,
  type Timestamp,
} from '@footfall/core-domain'
import { date, integer, type Sql, sql } from '@footfall/warehouse'
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
const ROWS_MAX = 100

/** What the search engine reported. Its days are its own; they are not cut again by the product’s zone. */
export async function searchConsoleReport(
  reader: Reader,
  scope: ReportScope,
  dates: ReportRange,
  connection: Connection,
): Promise<Report<SearchConsoleReport>> {
  const { meta, outside, range, rows } = rangeContext(reader, scope, dates)
  const { synced_at: syncedAt = null, demo = false } = connection
  const without = (state: Stated) => ({ data: { ...state, ...NO_NUMBERS, synced_at: syncedAt, demo }, meta })
  if (connection.status === 'not_connected') return without(unavailable('not_connected'))
  // What earlier syncs brought stays true; when the last one was is in the report.
  if (connection.status === 'error' && syncedAt === null) return without(unavailable('provider_error'))
  if (outside) return without(outside)

  const from = laterDate(range.availableFrom, dates.from)
  const source = sql`search_console FINAL WHERE ${ofProduct(scope)} AND date >= ${date(from)} AND date <= ${date(dates.to)}`
  const top = (key: Sql) =>
    rows<NumberRow>(sql`SELECT ${key} AS group_key, ${SEARCH_NUMBERS} FROM ${source}
      GROUP BY group_key ORDER BY sum(search_console.clicks) DESC, sum(search_console.impressions) DESC, group_key LIMIT ${integer(ROWS_MAX)}`)
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
  if (!total || total.stored === '0') return without(EMPTY)
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
