import {
  addDays,
  type Clock,
  daysBetween,
  isDemoProperty,
  type LocalDate,
  type ProductId,
  type TransactionalStore,
  timestamp,
  utcDate,
} from '@footfall/core-domain'
import { date, dateTime64, type Engine, insertSettings, integer, type Sql, sql, text } from '@footfall/warehouse'
import { tuples } from '../traffic/choices.ts'

export interface SearchDaysOptions {
  readonly engine: Engine
  readonly store: Pick<TransactionalStore, 'integrations' | 'transaction'>
  readonly clock: Clock
  /** Products of the demo; those without the demo's connection are skipped. */
  readonly products: readonly { readonly id: string }[]
}

const PROVIDER = 'google_search_console'
/** Google names a day when it is final, which takes about this long. */
const FINAL_AFTER_DAYS = 3
const DAYS_KEPT = 90

/** Searches: impressions on a usual day, query, page, usual position, clicks per hundred impressions. */
const QUERIES: readonly (readonly [number, string, string, number, number])[] = [
  [190, 'lumen notes', '/', 1, 46],
  [34, 'lumen notes download', '/', 1, 39],
  [21, 'lumen notes pricing', '/pricing', 1, 41],
  [95, 'private notes app', '/', 6, 5],
  [120, 'offline notes app', '/blog/offline-first-lessons', 5, 7],
  [260, 'markdown tutorial', '/blog/markdown-in-five-minutes', 9, 2],
  [80, 'weekly review template', '/blog/weekly-review-that-sticks', 4, 9],
  [64, 'plain text notes', '/blog/why-plain-text', 3, 11],
  [45, 'encrypted notes explained', '/blog/encryption-explained', 7, 4],
  [38, 'import evernote notes', '/blog/importing-ten-years-of-notes', 5, 8],
  [52, 'lecture notes app', '/blog/students-and-lecture-notes', 8, 3],
  [30, 'keyboard note taking', '/blog/keyboard-first', 4, 9],
  [41, 'local first sync', '/blog/how-we-sync-without-a-server', 3, 12],
  [140, 'note taking app', '/features', 14, 1],
]
/** Shares of a hundred. */
const COUNTRIES: readonly (readonly [string, number])[] = [
  ['DE', 38],
  ['US', 24],
  ['GB', 14],
  ['FR', 10],
  ['IN', 8],
  ['NL', 6],
]
const DEVICES: readonly (readonly [string, number])[] = [
  ['desktop', 52],
  ['mobile', 43],
  ['tablet', 5],
]

/**
 * Writes the days of made-up Search Console data that are final by now and not there yet. Nothing is asked of Google. A
 * day is the same however often it is written.
 */
export async function fillSearchDays({ engine, store, clock, products }: SearchDaysOptions): Promise<void> {
  const nowMs = clock.now()
  const until = addDays(utcDate(nowMs), -FINAL_AFTER_DAYS)
  for (const { id } of products) {
    const product = id as ProductId
    const connection = await store.integrations.connection(product, PROVIDER)
    if (connection?.property === undefined || !isDemoProperty(connection.property)) continue
    const last = await lastDay(engine, product)
    const from = last === undefined ? addDays(until, 1 - DAYS_KEPT) : addDays(last, 1)
    if (from > until) continue
    await engine.run(searchRows(product, connection.property, { from, until }, nowMs, engine.cluster))
    const { property } = connection
    const outcome = { status: connection.status, detail: connection.detail, synced_at: timestamp(nowMs) }
    await store.transaction((tx) =>
      tx.store.integrations.recordSync({ ...connection, property }, outcome, timestamp(nowMs)),
    )
  }
}

async function lastDay(engine: Engine, product: ProductId): Promise<LocalDate | undefined> {
  const [row] = await engine.rows<{ day: LocalDate | null }>(
    sql`SELECT toString(maxOrNull(date)) AS day FROM search_console WHERE product_id = ${text(product)}`.text,
    { purpose: 'maintenance' },
  )
  return row?.day ?? undefined
}

interface Days {
  readonly from: LocalDate
  readonly until: LocalDate
}

function searchRows(
  product: ProductId,
  property: string,
  { from, until }: Days,
  nowMs: number,
  cluster: Engine['cluster'],
): string {
  const settings = insertSettings(`demo search:${product}:${from}:${until}`, cluster)
  const origin = `https://${property.slice(property.indexOf(':') + 1)}`
  const rows: Sql = sql`
  SELECT ${text(product)} AS product_id, date, search.2 AS query, concat(${text(origin)}, search.3) AS page,
    place.1 AS country, gear.1 AS device, toUInt32(intDiv(impressions * search.5 + dice % 100, 100)) AS clicks,
    impressions, search.4 + (dice % 17) / 10 AS position, ${dateTime64(nowMs)} AS synced_at
  FROM (
    SELECT ${date(from)} + number AS date,
      arrayJoin(${tuples(QUERIES)}) AS search, arrayJoin(${tuples(COUNTRIES)}) AS place, arrayJoin(${tuples(DEVICES)}) AS gear,
      cityHash64(${text(product)}, date, search.2, place.1, gear.1) AS dice,
      toUInt32(intDiv(search.1 * place.2 * gear.2 * (70 + dice % 60) * if(toDayOfWeek(date) > 5, 7, 10) + dice % 10000000, 10000000)) AS impressions
    FROM numbers(${integer(daysBetween(from, until) + 1)})
  )
  WHERE impressions > 0`
  return `INSERT INTO search_console (product_id, date, query, page, country, device, clicks, impressions, position, synced_at) SETTINGS ${settings.join(', ')} ${rows.text}`
}
