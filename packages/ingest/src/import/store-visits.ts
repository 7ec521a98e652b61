import type { Engine, Purpose } from '@footfall/warehouse'
import {
  insertSettings,
  releaseMemory,
  type Sql,
  sql,
  text,
  uint64,
  unrepeatedInsertSettings,
} from '@footfall/warehouse'
import type { ImportState } from './state.ts'
import { EVENT_COLUMNS, type PersonRange, personRanges, type StoredAs, strayEngagement, visitRows } from './visits.ts'

export interface StoreOptions {
  readonly engine: Engine
  readonly stored: StoredAs
  readonly save: (state: ImportState) => Promise<void>
  readonly onSlice: (state: ImportState) => void
}

/**
 * Half as many take twice the time, since the engine has more parts to merge; twice as many need a gigabyte. (Measured
 * with 2.8 million rows: 21, 11 and 9 s of processor time at 120,000, 250,000 and 400,000 rows.)
 */
const SLICE_ROWS = 250_000

export function sliceCount(rows: number, sliceRows = SLICE_ROWS): number {
  return Math.max(1, Math.ceil(rows / sliceRows))
}

/**
 * Moves staged rows into the events table, slice by slice. Each slice is one block with its own deduplication token, so
 * a slice interrupted by a crash is completed and never doubled, in the table and in its rollup.
 */
export async function storeVisits(options: StoreOptions, from: ImportState): Promise<ImportState> {
  await nameDays(options.engine, options.stored.product, from.import_id)
  const ranges = personRanges(from.slices)
  let state = from
  while (state.slices_done < ranges.length) {
    // Two at a time, each on its own connection: one statement does not use two processors.
    const pair = ranges.slice(state.slices_done, state.slices_done + PURPOSES.length)
    const stray = await Promise.all(
      pair.map((range, i) => storeSlice(options, state, state.slices_done + i, range, PURPOSES[i])),
    )
    state = {
      ...state,
      slices_done: state.slices_done + pair.length,
      stray_engagements: stray.reduce((total, count) => total + count, state.stray_engagements),
    }
    await options.save(state)
    options.onSlice(state)
    await releaseMemory(options.engine)
  }
  return state
}

/**
 * Marks the days with visitors whom the file names: their names last longer than a day, so their numbers do not add up.
 * Before the rows are stored, so that no moment has one without the other. Only such a visitor is the same number as the
 * person.
 */
async function nameDays(engine: Engine, product: string, importId: string): Promise<void> {
  const settings = unrepeatedInsertSettings(engine.cluster).join(', ')
  const days = sql`SELECT DISTINCT ${text(product)}, toDate(fromUnixTimestamp64Milli(ts_ms, 'UTC')) FROM import_staging
WHERE import_id = ${text(importId)} AND kind != 'crawler' AND visitor = person`
  await engine.run(`INSERT INTO named_days (product_id, day) SETTINGS ${settings} ${days.text}`)
}

const PURPOSES: readonly Purpose[] = ['maintenance', 'ingest']

async function storeSlice(
  { engine, stored }: StoreOptions,
  state: ImportState,
  slice: number,
  people: PersonRange,
  purpose: Purpose = 'maintenance',
): Promise<number> {
  const { import_id: importId } = state
  const token = `import:${importId}:slice:${slice}`
  const insert = (table: string, columns: Sql, rows: Sql) =>
    engine.run(insertBlock(table, columns, rows, insertSettings(token, engine.cluster)), { purpose })
  if (state.events > 0) await insert('events', EVENT_COLUMNS, visitRows(importId, stored, people))
  if (state.crawler_hits > 0) await insert('crawler_hits', CRAWLER_COLUMNS, crawlerRows(importId, stored, people))
  if (state.engagements === 0) return 0
  const [row] = await engine.rows<{ stray: string }>(strayEngagement(importId, people).text, { purpose })
  return Number(row?.stray ?? 0)
}

const CRAWLER_COLUMNS = sql`product_id, ts, crawler, purpose, hostname, path, status, seen_by, import`

function crawlerRows(importId: string, stored: StoredAs, people: PersonRange): Sql {
  return sql`SELECT ${text(stored.product)}, toDateTime(intDiv(ts_ms, 1000), 'UTC'), name, attributes, hostname, path, 0, 'collector', ${text(stored.import)}
FROM import_staging
WHERE import_id = ${text(importId)} AND kind = 'crawler' AND person >= ${uint64(people.from)} AND person <= ${uint64(people.to)}`
}

/** The limits make it one block, since a token stands for one block. */
function insertBlock(table: string, columns: Sql, rows: Sql, once: readonly string[]): string {
  const settings = [
    ...once,
    'max_threads = 1',
    'max_insert_threads = 1',
    'min_insert_block_size_rows = 100000000',
    'min_insert_block_size_bytes = 100000000000',
    'max_partitions_per_insert_block = 0',
    // Smaller steps of the query: two thirds of the memory at the same cost.
    'max_block_size = 8192',
  ]
  return `INSERT INTO ${table} (${columns.text}) SETTINGS ${settings.join(', ')} ${rows.text}`
}
