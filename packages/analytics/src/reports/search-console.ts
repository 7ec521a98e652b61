import {
  type Analytics,
  earlierDate,
  type LocalDate,
  laterDate,
  type Report,
  type ReportScope,
  type SearchConsoleQuery,
  type SearchConsoleReport,
  type Timestamp,
} from '@footfall/core-domain'
import { allOf, anyOf, date, identifier, integer, matchesGlob, oneOf, type Sql, sql } from '@footfall/warehouse'
import { type Reader, toNumber } from '../cache/reader.ts'
import { type EarlierPeriod, earlierPeriod } from '../question/earlier-period.ts'
import { change } from '../read/change.ts'
import { AVAILABLE, EMPTY, type Stated, unavailable } from '../read/states.ts'
import { ofProduct, type RangeContext, rangeContext } from './context.ts'

type Connection = Parameters<Analytics['searchConsole']>[2]
interface Numbers {
  readonly clicks: string
  readonly impressions: string
  readonly position: number | null
}
interface NumberRow extends Numbers {
  readonly group_key: string
}
interface ComparedRow extends NumberRow {
  readonly clicks_before: string
  readonly impressions_before: string
  readonly position_before: number | null
}
const ROWS_DEFAULT = 100

/** What the search engine reported. Its days are its own; they are not cut again by the product’s zone. */
export async function searchConsoleReport(
  reader: Reader,
  scope: ReportScope,
  query: SearchConsoleQuery,
  connection: Connection,
): Promise<Report<SearchConsoleReport>> {
  const context = rangeContext(reader, scope, query)
  const { meta, outside, range, rows } = context
  const { synced_at: syncedAt = null, demo = false } = connection
  const without = (state: Stated) => ({ data: { ...state, ...NO_NUMBERS, synced_at: syncedAt, demo }, meta })
  if (connection.status === 'not_connected') return without(unavailable('not_connected'))
  // What earlier syncs brought stays true; when the last one was is in the report.
  if (connection.status === 'error' && syncedAt === null) return without(unavailable('provider_error'))
  if (outside) return without(outside)

  const isCurrent = isWithin(laterDate(range.availableFrom, query.from), query.to)
  const earlier = await comparedDays(context, query, isCurrent)
  const filters = filtersOf(query)
  const stored = allOf([ofProduct(scope), ...filters])
  const current = sql`search_console FINAL WHERE ${allOf([stored, isCurrent])}`
  const both = sql`search_console FINAL WHERE ${allOf([stored, earlier ? anyOf([isCurrent, earlier.isEarlier]) : isCurrent])}`
  const numbers = earlier
    ? sql`${numbersIf(isCurrent)}, ${numbersIf(earlier.isEarlier, '_before')}`
    : numbersIf(isCurrent)
  const top = (key: Sql) =>
    rows<NumberRow & Partial<ComparedRow>>(sql`SELECT ${key} AS group_key, ${numbers} FROM ${both}
      GROUP BY group_key HAVING impressions > 0 OR clicks > 0 ORDER BY clicks DESC, impressions DESC, group_key LIMIT ${integer(query.limit ?? ROWS_DEFAULT)}`)
  const [totals, series, queries, pages, countries, devices] = await Promise.all([
    rows<NumberRow & Partial<ComparedRow> & { stored: string }>(
      sql`SELECT '' AS group_key, countIf(${isCurrent}) AS stored, ${numbers} FROM ${both}`,
    ),
    rows<NumberRow>(
      sql`SELECT toString(date) AS group_key, ${numbersIf(sql`1`)} FROM ${current} GROUP BY group_key ORDER BY group_key`,
    ),
    top(sql`query`),
    top(sql`page`),
    top(sql`toString(country)`),
    top(sql`toString(device)`),
  ])
  const total = totals[0]
  if (!total) return without(EMPTY)
  if (total.stored === '0') {
    // Filters that match nothing do not mean that nothing was ever collected.
    const unfiltered = sql`SELECT count() AS found FROM search_console FINAL WHERE ${allOf([ofProduct(scope), isCurrent])}`
    const [any] = filters.length === 0 ? [] : await rows<{ found: string }>(unfiltered)
    if (!any || any.found === '0') return without(EMPTY)
  }
  const isKnown = earlier?.stated.state === 'available'
  const keyed = (row: NumberRow & Partial<ComparedRow>) => {
    const found = { key: row.group_key, ...numbersOf(row) }
    if (earlier === undefined) return found
    const previous = isKnown ? numbersBefore(row) : null
    return { ...found, previous, change: change(found.clicks, previous?.clicks ?? null) }
  }
  const whole = numbersOf(total)
  const before = isKnown ? numbersBefore(total) : null
  return {
    data: {
      ...AVAILABLE,
      totals: whole,
      series: series.map((row) => ({ date: row.group_key as LocalDate, ...numbersOf(row) })),
      queries: queries.map(keyed),
      pages: pages.map(keyed),
      countries: countries.map(keyed),
      devices: devices.map(keyed),
      ...(earlier && {
        comparison: {
          period: earlier.period,
          from: earlier.range.dates.from,
          to: earlier.range.dates.to,
          ...earlier.stated,
          totals: before,
          change: change(whole.clicks, before?.clicks ?? null),
          compared_to: earlier.comparedTo,
        },
      }),
      synced_at: syncedAt as Timestamp | null,
      demo,
    },
    meta,
  }
}

const NO_NUMBERS = { totals: null, series: [], queries: [], pages: [], countries: [], devices: [] }

const isWithin = (from: LocalDate, to: LocalDate) => sql`date >= ${date(from)} AND date <= ${date(to)}`

function filtersOf({ query, page, countries, devices }: SearchConsoleQuery): readonly Sql[] {
  return [
    ...(query === undefined ? [] : [matchesGlob(sql`query`, query, false)]),
    ...(page === undefined ? [] : [isOnPage(page)]),
    ...(countries ? [oneOf(sql`toString(country)`, countries)] : []),
    ...(devices ? [oneOf(sql`toString(device)`, devices)] : []),
  ]
}

/** Pages are addresses; a path is one on any host, without a query. */
function isOnPage(page: string): Sql {
  return anyOf([matchesGlob(sql`page`, page), matchesGlob(sql`path(page)`, page)])
}

interface ComparedDays extends EarlierPeriod {
  readonly isEarlier: Sql
  readonly stated: Stated
  readonly comparedTo: LocalDate
}

/**
 * The earlier period, as long as what was reported of the period asked for: search engines report a day only days later, and
 * a period would always seem to fall against one of which all is known.
 */
async function comparedDays(
  { rows, range, scope }: RangeContext,
  query: SearchConsoleQuery,
  isCurrent: Sql,
): Promise<ComparedDays | undefined> {
  if (query.compare === undefined) return undefined
  const [days] = await rows<{ last: string; first: string; stored: string }>(
    sql`SELECT toString(maxIf(date, ${isCurrent})) AS last, toString(min(date)) AS first, countIf(${isCurrent}) AS stored FROM search_console WHERE ${ofProduct(scope)}`,
  )
  const last = days === undefined || days.stored === '0' ? query.to : (days.last as LocalDate)
  const comparedTo = earlierDate(last, query.to)
  const earlier = earlierPeriod(scope, { from: query.from, to: comparedTo }, query.compare, range)
  const { from, to } = earlier.range.dates
  const isCovered = days !== undefined && days.stored !== '0' && days.first <= from
  return {
    ...earlier,
    comparedTo,
    isEarlier: isWithin(from, to),
    stated: earlier.range.outside
      ? unavailable(earlier.range.outside)
      : isCovered
        ? AVAILABLE
        : unavailable('not_fully_collected'),
  }
}

/** Positions are averages themselves; what was shown more often weighs more. */
function numbersIf(condition: Sql, suffix = ''): Sql {
  const named = (name: string) => identifier(`${name}${suffix}`)
  return sql`sumIf(search_console.clicks, ${condition}) AS ${named('clicks')}, sumIf(search_console.impressions, ${condition}) AS ${named('impressions')},
  sumIf(search_console.position * search_console.impressions, ${condition}) / sumIf(search_console.impressions, ${condition}) AS ${named('position')}`
}

function numbersOf(row: Numbers) {
  const clicks = toNumber(row.clicks)
  const impressions = toNumber(row.impressions)
  return { clicks, impressions, ctr: impressions === 0 ? null : clicks / impressions, position: row.position }
}

function numbersBefore(row: Partial<ComparedRow>) {
  const { clicks_before = '0', impressions_before = '0', position_before = null } = row
  return numbersOf({ clicks: clicks_before, impressions: impressions_before, position: position_before })
}
