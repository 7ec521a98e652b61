import {
  CRAWLER_OPERATORS,
  CRAWLER_PURPOSES,
  type CrawlerDimension,
  type CrawlerPurpose,
  type CrawlersAnswer,
  type CrawlersQuery,
  type CrawlersReport,
  crawlersMeant,
  operatorOf,
  type ReportScope,
  timestamp,
} from '@footfall/core-domain'
import { allOf, anyOf, dateTime, integer, joinSql, matchesGlob, oneOf, type Sql, sql } from '@footfall/warehouse'
import { type Reader, toMs, toNumber } from '../cache/reader.ts'
import { type Bucketing, bucketing } from '../calendar/buckets.ts'
import type { KeptRange } from '../calendar/date-range.ts'
import { isCoveredWhole } from '../days/covered.ts'
import { withHints } from '../explain/meta.ts'
import { type EarlierPeriod, earlierPeriod } from '../question/earlier-period.ts'
import { change } from '../read/change.ts'
import { AVAILABLE, type Stated, stateOfNothing, unavailable } from '../read/states.ts'
import { ofProduct, type RangeContext, rangeContext } from './context.ts'
import { unseenCrawlerHints } from './unseen-crawlers.ts'
import { visitsFromAssistants } from './visits-from-assistants.ts'

/** Distinct names of crawlers are few: those of the table and of `crawler-user-agents`. */
const CRAWLERS_READ_MAX = 5000
const CRAWLERS_MAX = 200
const PAGES_MAX = 50
const ROWS_DEFAULT = 50

const NO_NUMBERS = {
  ...{ hits: null, purposes: [], crawlers: [], pages: [], series: [], operators: [], verification: [] },
} as const

/** Counts of a group of hits. */
interface Counted {
  readonly hits: string
  readonly before: string
  readonly errors: string
  readonly verified: string
  readonly last: string
}

/** What machines fetched. No person is behind a hit, so nothing is withheld but visits. */
export async function crawlersReport(
  reader: Reader,
  scope: ReportScope,
  query: CrawlersQuery,
): Promise<CrawlersAnswer> {
  const context = rangeContext(reader, scope, query)
  const dimensions = query.dimensions ?? []
  const asked = dimensions.length === 0 ? {} : { dimensions: [...dimensions] }
  const noRows = dimensions.length === 0 ? {} : { rows: [], ...asked }
  const lists = listsOf(reader)
  if (context.outside)
    return { data: { ...context.outside, ...NO_NUMBERS, ...lists, ...noRows }, meta: context.meta, more: false }
  const compared = query.compare && earlierPeriod(scope, query, query.compare, context.range)
  const earlier = compared && { ...compared, ...(await stateOfEarlier(context, compared)) }
  const hits = hitsOf(context, query, earlier?.state === 'available' ? earlier : undefined)
  const [read, breakdown] = await Promise.all([readReport(context, hits, query), readRows(context, hits, query)])
  const total = sumOf(read.purposes, ({ hits: value }) => value)
  const { stated, hints } = total > 0 ? { stated: AVAILABLE, hints: [] } : await stateOfNone(context, query)
  const meta = { ...context.meta, ...withHints(hints) }
  const comparison =
    earlier &&
    comparisonOf(
      earlier,
      total,
      sumOf(read.purposes, ({ before }) => before),
      stated,
    )
  if (stated.state !== 'available')
    return { data: { ...stated, ...NO_NUMBERS, ...lists, ...noRows, ...withComparison(comparison) }, meta, more: false }
  const isKnown = comparison?.state === 'available'
  const numbers = comparing(earlier === undefined ? 'no' : isKnown ? 'yes' : 'unknown')
  return {
    data: {
      ...stated,
      hits: total,
      purposes: CRAWLER_PURPOSES.map((purpose) => {
        const found = read.purposes.find((row) => row.purpose === purpose)
        return { purpose, ...numbers(found) }
      }),
      crawlers: read.crawlers.slice(0, query.limit ?? CRAWLERS_MAX).map((row) => ({
        crawler: row.crawler,
        purpose: row.purpose,
        ...numbers(row),
        pages: toNumber(row.pages),
        errors: toNumber(row.errors),
        last_seen_at: timestamp(toMs(row.last)),
      })),
      pages: read.pages.map((row) => ({ path: row.path, ...numbers(row) })),
      series: read.series,
      operators: await operatorsOf(context, query, read.crawlers, numbers),
      verification: VERDICTS.map(({ stored, verified }) => ({
        verified,
        hits: toNumber(read.verification.find((row) => row.verified === stored)?.hits),
      })),
      ...lists,
      ...asked,
      ...(breakdown && { rows: breakdown.rows.map((row) => rowOf(row, breakdown.keysOf(row), numbers)) }),
      ...withComparison(comparison),
    },
    meta,
    more: breakdown?.more ?? false,
  }
}

const withComparison = (comparison: CrawlersReport['comparison']) => (comparison ? { comparison } : {})

function listsOf(reader: Reader): Pick<CrawlersReport, 'address_lists'> {
  const status = reader.crawlerLists()
  return status ? { address_lists: { lists: status.lists, fetched_on: status.fetchedOn ?? null } } : {}
}

const VERDICTS = [
  { stored: 'true', verified: true },
  { stored: 'false', verified: false },
  { stored: 'unknown', verified: null },
] as const

interface Hits {
  /** The rows of the table, of both periods. */
  readonly from: Sql
  readonly isCurrent: Sql
  readonly isEarlier: Sql
}

function hitsOf(context: RangeContext, query: CrawlersQuery, compared: EarlierPeriod | undefined): Hits {
  const isCurrent = isWithin(context.range.kept)
  const isEarlier = compared ? isWithin(compared.range.kept) : sql`0`
  const when = compared ? anyOf([isCurrent, isEarlier]) : isCurrent
  return {
    from: sql`crawler_hits WHERE ${allOf([ofProduct(context.scope), when, ...filtersOf(query)])}`,
    isCurrent,
    isEarlier,
  }
}

const isWithin = ({ startMs, endMs }: KeptRange) => sql`ts >= ${dateTime(startMs)} AND ts < ${dateTime(endMs)}`

function filtersOf({ purposes, crawlers, page, verified, status }: CrawlersQuery): readonly Sql[] {
  return [
    ...(purposes ? [oneOf(sql`toString(purpose)`, purposes)] : []),
    ...(crawlers ? [isCrawler(crawlers)] : []),
    ...(page === undefined ? [] : [isPage(page)]),
    ...(verified
      ? [
          oneOf(
            sql`toString(verified)`,
            verified.map((one) => (one === null ? 'unknown' : String(one))),
          ),
        ]
      : []),
    ...(status ? [anyOf(status.map(({ from, to }) => sql`status BETWEEN ${integer(from)} AND ${integer(to)}`))] : []),
  ]
}

const isCrawler = (names: readonly string[]) =>
  oneOf(
    sql`lowerUTF8(crawler)`,
    names.flatMap(crawlersMeant).map((name) => name.toLowerCase()),
  )
const isPage = (pattern: string) => matchesGlob(sql`path`, pattern)

/** The counts of a group of hits of both periods: what had hits only in the earlier one is a group with 0. */
function counted({ isCurrent, isEarlier }: Hits): Sql {
  return sql`countIf(${isCurrent}) AS hits, countIf(${isEarlier}) AS before,
    countIf(${isCurrent} AND status >= 400) AS errors, countIf(${isCurrent} AND verified = 'true') AS verified_hits,
    toUnixTimestamp(max(ts)) AS last`
}

type CrawlerRow = Counted & { readonly crawler: string; readonly purpose: CrawlerPurpose; readonly pages: string }

async function readReport(context: RangeContext, hits: Hits, { limit }: CrawlersQuery) {
  const { rows, range } = context
  const days = daysOf(context)
  const { from, isCurrent } = hits
  const [purposes, crawlers, pages, verification, series] = await Promise.all([
    rows<Counted & { purpose: CrawlerPurpose }>(sql`SELECT purpose, ${counted(hits)} FROM ${from} GROUP BY purpose`),
    rows<CrawlerRow>(sql`SELECT crawler, purpose, ${counted(hits)}, uniqExactIf(path, ${isCurrent}) AS pages
      FROM ${from} GROUP BY crawler, purpose ORDER BY hits DESC, before DESC, crawler, purpose
      LIMIT ${integer(CRAWLERS_READ_MAX)}`),
    rows<Counted & { path: string }>(sql`SELECT path, ${counted(hits)} FROM ${from}
      GROUP BY path ORDER BY hits DESC, before DESC, path LIMIT ${integer(limit ?? PAGES_MAX)}`),
    rows<{ verified: string; hits: string }>(
      sql`SELECT toString(verified) AS verified, countIf(${isCurrent}) AS hits FROM ${from} GROUP BY verified`,
    ),
    rows<{ bucket: string; hits: string }>(
      sql`SELECT ${days.keyOf(sql`ts`)} AS bucket, count() AS hits FROM ${from} AND ${isCurrent} GROUP BY bucket`,
    ),
  ])
  const byDay = new Map(series.map((row) => [Number(row.bucket), toNumber(row.hits)]))
  return {
    ...{ purposes, crawlers, pages, verification },
    series: days.buckets
      .filter((bucket) => bucket.startMs <= range.nowMs)
      .map(({ key, startMs }) => ({ date: range.calendar.dateOf(startMs), hits: byDay.get(key) ?? 0 })),
  }
}

function daysOf({ range, scope }: RangeContext): Bucketing {
  return bucketing(range.calendar, 'day', scope.preferences.week_starts_on, range.kept)
}

type BreakdownRow = Counted & { readonly keys: readonly string[]; readonly verified_hits: string }

/** A page of the breakdown; undefined without dimensions. */
async function readRows(context: RangeContext, hits: Hits, { dimensions = [], limit, offset = 0 }: CrawlersQuery) {
  if (dimensions.length === 0) return undefined
  const days = daysOf(context)
  const wanted = limit ?? ROWS_DEFAULT
  const keys = dimensions.map((dimension) => keyOf(dimension, days))
  const read = await context.rows<BreakdownRow>(
    sql`SELECT [${joinSql(keys, ', ')}] AS keys, ${counted(hits)} FROM ${hits.from}
GROUP BY keys ORDER BY hits DESC, before DESC, keys LIMIT ${integer(wanted + 1)} OFFSET ${integer(offset)}`,
  )
  const dates = new Map(days.buckets.map(({ key, startMs }) => [String(key), context.range.calendar.dateOf(startMs)]))
  return {
    rows: read.slice(0, wanted),
    more: read.length > wanted,
    keysOf: (row: BreakdownRow): readonly string[] =>
      row.keys.map((key, i) => (dimensions[i] === 'day' ? (dates.get(key) ?? key) : key)),
  }
}

function keyOf(dimension: CrawlerDimension, days: Bucketing): Sql {
  switch (dimension) {
    case 'crawler':
      return sql`toString(crawler)`
    case 'page':
      return sql`path`
    case 'purpose':
      return sql`toString(purpose)`
    case 'status':
      return sql`if(status = 0, 'unknown', toString(status))`
    case 'day':
      return sql`toString(${days.keyOf(sql`ts`)})`
  }
}

type Numbers = ReturnType<typeof comparing>

/** The hits of a group, with those of the earlier period where there is one. */
function comparing(isCompared: 'no' | 'yes' | 'unknown') {
  return (row: Pick<Counted, 'hits' | 'before'> | undefined) => {
    const hits = toNumber(row?.hits)
    if (isCompared === 'no') return { hits }
    const previous = isCompared === 'yes' ? toNumber(row?.before) : null
    return { hits, previous, change: change(hits, previous) }
  }
}

function rowOf(row: BreakdownRow, keys: readonly string[], numbers: Numbers) {
  const [key = ''] = keys
  return {
    key,
    ...(keys.length > 1 && { keys: [...keys] }),
    ...numbers(row),
    errors: toNumber(row.errors),
    verified: toNumber(row.verified_hits),
    last_seen_at: timestamp(toMs(row.last)),
  }
}

async function operatorsOf(
  { reader, scope }: RangeContext,
  query: CrawlersQuery,
  crawlers: readonly CrawlerRow[],
  numbers: Numbers,
): Promise<NonNullable<CrawlersReport['operators']>> {
  const found = CRAWLER_OPERATORS.flatMap(({ operator, visitsFrom: sources }) => {
    const visitsFrom = query.visits === false ? [] : sources
    const own = crawlers.filter(({ crawler }) => operatorOf(crawler)?.operator === operator)
    if (own.length === 0) return []
    const sum = (value: (row: CrawlerRow) => string) => String(sumOf(own, value))
    return [
      { operator, visitsFrom, ...numbers({ hits: sum(({ hits }) => hits), before: sum(({ before }) => before) }) },
    ]
  })
  const visits = await visitsFromAssistants(reader, scope, query, [...new Set(found.flatMap((one) => one.visitsFrom))])
  return found
    .toSorted((a, b) => b.hits - a.hits)
    .map(({ visitsFrom, ...one }) => ({
      ...one,
      visits_from: visitsFrom.length === 0 ? null : { sources: [...visitsFrom], ...visits(visitsFrom) },
    }))
}

function sumOf<Row>(rows: readonly Row[], value: (row: Row) => string): number {
  return rows.reduce((sum, row) => sum + toNumber(value(row)), 0)
}

/** Why there is no hit: nothing was collected, or a filter asks for what never came. */
async function stateOfNone(context: RangeContext, query: CrawlersQuery) {
  const stated = await stateOfNothing(context.collected, context.range)
  if (stated.state !== 'available' || context.scope.discreet) return { stated, hints: [] }
  const hints = await unseenCrawlerHints(context, query)
  return hints.length === 0
    ? { stated, hints }
    : { stated: { state: 'empty', reason: 'value_never_seen' } as const, hints }
}

/** An earlier period that began before the first hit is no measure of the later one. */
async function stateOfEarlier({ rows, scope }: RangeContext, { range }: EarlierPeriod): Promise<Stated> {
  if (range.outside) return unavailable(range.outside)
  const [row] = await rows<{ first: string }>(
    sql`SELECT toUnixTimestamp(min(ts)) AS first FROM crawler_hits WHERE ${ofProduct(scope)} HAVING count() > 0`,
  )
  return isCoveredWhole(range, row && toMs(row.first)) ? AVAILABLE : unavailable('not_fully_collected')
}

function comparisonOf(
  { period, range, until, state, reason }: EarlierPeriod & Stated,
  hits: number,
  before: number,
  current: Stated,
): NonNullable<CrawlersReport['comparison']> {
  const value = state === 'available' ? before : null
  return {
    ...{ period, from: range.dates.from, to: range.dates.to },
    ...(until ? { until } : {}),
    ...{ state, reason, hits: value, change: change(current.state === 'available' ? hits : null, value) },
  }
}
