import { markReturningVisitors } from '@footfall/analytics'
import { HOUR_SECONDS, type ProductId } from '@footfall/core-domain'
import type { Engine, TableName } from '@footfall/warehouse'
import { dateTime, dateTime64, identifier, integer, joinSql, type Sql, sql, text } from '@footfall/warehouse'

/** Tables that are copied row by row; rollups by time are rebuilt from the rows on insert. */
interface Source {
  readonly table: Exclude<TableName, 'import_staging'>
  readonly time: 'ts' | 'first_at' | 'decided_at' | 'hour' | 'date' | 'day'
}

const SOURCES: readonly Source[] = [
  // Before the events, so that no day of them is closed that has names. Days are closed anew at the target.
  { table: 'named_days', time: 'day' },
  { table: 'events', time: 'ts' },
  // Cannot be derived from events that retention removed.
  { table: 'identified_visitors', time: 'first_at' },
  { table: 'rejected_events', time: 'hour' },
  { table: 'proxied_events', time: 'hour' },
  { table: 'crawler_hits', time: 'ts' },
  { table: 'search_console', time: 'date' },
  { table: 'imported_days', time: 'day' },
  { table: 'imported_event_ids', time: 'day' },
  // The target changes the class of their rows. Its rollup is of the rows as they came, so nothing is marked there.
  { table: 'moved_visits', time: 'decided_at' },
]
/** Rows per insert: few enough to hold in memory as text. */
const CHUNK_ROWS = 50_000

export interface CopyProgress {
  readonly rows: number
  readonly rowsTotal: number
}

interface Chunk {
  readonly product: string
  /** Epoch seconds; `end` is exclusive. */
  readonly start: number
  readonly end: number
  readonly rows: number
}

/** Rows of one table, which `Engine.insert` takes as they are. */
export interface Block {
  readonly table: Source['table']
  /** The columns of the rows. Tables that were upgraded may have them in another order. */
  readonly columns: readonly string[]
  readonly format: 'TSV'
  readonly rows: string
  /** The same token again is the same block. */
  readonly token: string
}

/**
 * Copies every row of one engine to another, in blocks that count once however often they are sent. The target must be
 * empty; `holdings` compares both afterwards.
 */
export async function copyAnalytics(
  from: Engine,
  to: Engine,
  onProgress: (progress: CopyProgress) => void = () => {},
): Promise<void> {
  const insert = ({ table, columns, format, rows, token }: Block) =>
    to.insert(table, format, rows, `move:${token}`, columns)
  await readBlocks(from, insert, { onProgress })
  for (const { product } of await to.rows<{ product: ProductId }>('SELECT DISTINCT product_id AS product FROM events', {
    purpose: 'maintenance',
  }))
    await markReturningVisitors(to, product)
}

/** Reads every row, or every row of one product, in blocks of one table and month. */
export async function readBlocks(
  from: Engine,
  take: (block: Block) => Promise<void>,
  {
    product,
    onProgress = () => {},
  }: { readonly product?: ProductId; readonly onProgress?: (progress: CopyProgress) => void },
): Promise<void> {
  const plan: { source: Source; chunks: readonly Chunk[] }[] = []
  for (const source of SOURCES) plan.push({ source, chunks: await chunksOf(from, source, product) })
  const rowsTotal = plan.flatMap(({ chunks }) => chunks).reduce((sum, { rows }) => sum + rows, 0)
  let rows = 0
  for (const { source, chunks } of plan) {
    const columns = await columnsOf(from, source)
    for (const chunk of chunks) {
      await readChunk(from, take, { ...source, columns }, chunk)
      rows += chunk.rows
      onProgress({ rows, rowsTotal })
    }
  }
}

/**
 * Consecutive hours of a product up to about this many rows, never across a month: a block belongs to one partition.
 */
async function chunksOf(
  engine: Engine,
  { table, time }: Source,
  product: ProductId | undefined,
): Promise<readonly Chunk[]> {
  const of = product === undefined ? sql`` : sql`WHERE product_id = ${text(product)}`
  const hours = await engine.rows<{ product: string; starts: number; month: number; total: string }>(
    sql`SELECT product_id AS product, toUnixTimestamp(toStartOfHour(toDateTime(${identifier(time)}, 'UTC'))) AS starts,
        toYYYYMM(${identifier(time)}) AS month, count() AS total
      FROM ${identifier(table)} ${of} GROUP BY product, starts, month ORDER BY product, starts`.text,
    { purpose: 'maintenance' },
  )
  const chunks: Chunk[] = []
  let month: number | undefined
  for (const { product, starts, month: rowMonth, total } of hours) {
    const last = chunks.at(-1)
    const [start, end, rows] = [starts, starts + HOUR_SECONDS, Number(total)]
    if (last?.product === product && month === rowMonth && last.rows + rows <= CHUNK_ROWS)
      chunks[chunks.length - 1] = { ...last, end, rows: last.rows + rows }
    else chunks.push({ product, start, end, rows })
    month = rowMonth
  }
  return chunks
}

/** The columns that have values of their own. */
async function columnsOf(engine: Engine, { table }: Source): Promise<readonly string[]> {
  const columns = await engine.rows<{ name: string }>(
    sql`SELECT name FROM system.columns
      WHERE database = currentDatabase() AND table = ${text(table)} AND default_kind IN ('', 'DEFAULT')
      ORDER BY position`.text,
    { purpose: 'maintenance' },
  )
  return columns.map(({ name }) => name)
}

/** The engine writes the rows as text, which keeps every value exact and takes half the time of parsing them. */
async function readChunk(
  from: Engine,
  take: (block: Block) => Promise<void>,
  { table, time, columns }: Source & Pick<Block, 'columns'>,
  chunk: Chunk,
): Promise<void> {
  const list = joinSql(columns.map(identifier), ', ')
  // An hour may exceed one insert.
  for (let offset = 0; offset < chunk.rows; offset += CHUNK_ROWS) {
    const lines = await from.rows<{ line: string }>(
      sql`SELECT formatRowNoNewline('TSV', ${list}) AS line FROM (
        SELECT ${list} FROM ${identifier(table)}
        WHERE product_id = ${text(chunk.product)} AND ${within(time, chunk)}
        ORDER BY ALL LIMIT ${integer(CHUNK_ROWS)} OFFSET ${integer(offset)})`.text,
      { purpose: 'maintenance' },
    )
    const token = `${table}:${chunk.product}:${chunk.start}:${chunk.end}:${offset}`
    await take({ table, columns, format: 'TSV', rows: lines.map(({ line }) => line).join('\n'), token })
  }
}

function within(time: Source['time'], { start, end }: Chunk): Sql {
  switch (time) {
    case 'ts':
    case 'first_at':
    case 'decided_at':
      return sql`${identifier(time)} >= ${dateTime64(start * 1000)} AND ${identifier(time)} < ${dateTime64(end * 1000)}`
    case 'hour':
      return sql`hour >= ${dateTime(start * 1000)} AND hour < ${dateTime(end * 1000)}`
    case 'date':
    case 'day':
      return sql`${identifier(time)} >= toDate(${dateTime(start * 1000)}) AND ${identifier(time)} <= toDate(${dateTime((end - 1) * 1000)})`
  }
}
