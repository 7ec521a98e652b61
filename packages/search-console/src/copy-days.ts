import {
  type LocalDate,
  type ProductId,
  type ProviderConnection,
  type ReportRange,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { dateTime64, sql, text } from '@footfall/warehouse'
import { countryOfAlpha3 } from './countries.ts'
import { firstDue, months, type Progress } from './due-range.ts'
import { ProviderFailure } from './failures.ts'
import { googleDay, PAGE_ROWS, type SearchRow } from './google.ts'

export interface CopyOptions {
  readonly engine: Engine
  readonly page: (range: ReportRange, startRow: number) => Promise<readonly SearchRow[]>
  readonly connection: ProviderConnection
  /** Whether the connection still is as it was read; asked before each page is stored. */
  readonly isCurrent: () => Promise<boolean>
  /** When this sync began. Its rows store it, so that a later sync can distinguish complete syncs from interrupted ones. */
  readonly startedAt: number
  /** Called with the number of rows of every block that was inserted. */
  readonly onRows: (count: number) => void
}

/** Far more than the provider has for a month: ends an endless response. */
const PAGES_MAX = 200

/** Copies the days that are due into the engine, page by page. */
export async function copyDays({ engine, page, connection, isCurrent, startedAt, onRows }: CopyOptions): Promise<void> {
  const { product } = connection
  const today = googleDay(startedAt)
  for (const range of months(firstDue(today, await progress(engine, connection)), today)) {
    for (let pages = 0; ; pages++) {
      if (pages === PAGES_MAX) throw new ProviderFailure('unexpected')
      const startRow = pages * PAGE_ROWS
      const rows = await page(range, startRow)
      // Google names an empty page, not a short one, as the sign that there are no more.
      if (rows.length === 0) break
      if (!(await isCurrent())) return
      const token = `search_console:${product}:${connection.property}:${startedAt}:${range.from}:${startRow}`
      await engine.insert('search_console', 'JSONEachRow', encode(rows, product, timestamp(startedAt)), token)
      onRows(rows.length)
    }
  }
}

/**
 * Rows younger than the last complete sync belong to one that was interrupted: it stored the best clicked rows of a
 * month and not yet the rest, so its last day says nothing.
 */
async function progress(engine: Engine, { product, synced_at }: ProviderConnection): Promise<Progress> {
  const complete = synced_at === undefined ? sql`1` : sql`synced_at <= ${dateTime64(Date.parse(synced_at))}`
  const [row] = await engine.rows<{ day: string | null }>(
    sql`SELECT toString(maxOrNull(date)) AS day FROM search_console WHERE product_id = ${text(product)} AND ${complete}`
      .text,
    { purpose: 'maintenance' },
  )
  return {
    syncedOn: synced_at === undefined ? undefined : googleDay(Date.parse(synced_at)),
    lastDay: (row?.day ?? undefined) as LocalDate | undefined,
  }
}

function encode(rows: readonly SearchRow[], product: ProductId, syncedAt: Timestamp): string {
  const synced_at = syncedAt.slice(0, -1).replace('T', ' ')
  return rows
    .map((row) =>
      JSON.stringify({
        product_id: product,
        date: row.date,
        // The engine would reject the block for half a surrogate pair.
        query: row.query.toWellFormed(),
        page: row.page.toWellFormed(),
        country: countryOfAlpha3(row.country),
        device: row.device.toLowerCase().toWellFormed(),
        clicks: Math.round(row.clicks),
        impressions: Math.round(row.impressions),
        position: row.position,
        synced_at,
      }),
    )
    .join('\n')
}
