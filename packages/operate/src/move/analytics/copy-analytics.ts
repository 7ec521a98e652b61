import { HOUR_SECONDS } from '@footfall/core-domain'
import type { Engine, TableName } from '@footfall/warehouse'
import { dateTime, dateTime64, identifier, integer, type Sql, sql, text } from '@footfall/warehouse'

/** What is copied row by row; rollups are made anew where the rows arrive. */
interface Source {
  readonly table: Exclude<TableName, 'import_staging'>
  readonly time: 'ts' | 'hour' | 'date'
  /** Columns that JSON would round. */
  readonly exact: Sql
}

const AS_THEY_ARE = sql`*`
const SOURCES: readonly Source[] = [
  { table: 'events', time: 'ts', exact: sql`* REPLACE (toString(revenue) AS revenue)` },
  { table: 'rejected_events', time: 'hour', exact: AS_THEY_ARE },
  { table: 'proxied_events', time: 'hour', exact: AS_THEY_ARE },
  { table: 'crawler_hits', time: 'ts', exact: AS_THEY_ARE },
  { table: 'search_console', time: 'date', exact: AS_THEY_ARE },
]
/** Rows that one insert takes: enough to be quick, and little enough to hold in memory as text. */
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

/**
 * Copies every row that one engine holds into another, in blocks that count once however often they are sent. The target
 * holds nothing yet; `holdings` of both compares them afterwards.
 */
export async function copyAnalytics(
  from: Engine,
  to: Engine,
  onProgress: (progress: CopyProgress) => void = () => {},
): Promise<void> {
  const plan: { source: Source; chunks: readonly Chunk[] }[] = []
  for (const source of SOURCES) plan.push({ source, chunks: await chunksOf(from, source) })
  const rowsTotal = plan.flatMap(({ chunks }) => chunks).reduce((sum, { rows }) => sum + rows, 0)
  let rows = 0
  for (const { source, chunks } of plan) {
    for (const chunk of chunks) {
      await copyChunk(from, to, source, chunk)
      rows += chunk.rows
      onProgress({ rows, rowsTotal })
    }
  }
}

/** Hours of a product, joined up to about so many rows, never across a month: a block belongs to one partition. */
async function chunksOf(engine: Engine, { table, time }: Source): Promise<readonly Chunk[]> {
  const hours = await engine.rows<{ product: string; begins: number; month: number; n: string }>(
    sql`SELECT product_id AS product, toUnixTimestamp(toStartOfHour(toDateTime(${identifier(time)}, 'UTC'))) AS begins,
        toYYYYMM(${identifier(time)}) AS month, count() AS n
      FROM ${identifier(table)} GROUP BY product, begins, month ORDER BY product, begins`.text,
    { purpose: 'maintenance' },
  )
  const chunks: Chunk[] = []
  let month: number | undefined
  for (const { product, begins, month: its, n } of hours) {
    const last = chunks.at(-1)
    const [start, end, rows] = [begins, begins + HOUR_SECONDS, Number(n)]
    if (last?.product === product && month === its && last.rows + rows <= CHUNK_ROWS)
      chunks[chunks.length - 1] = { ...last, end, rows: last.rows + rows }
    else chunks.push({ product, start, end, rows })
    month = its
  }
  return chunks
}

async function copyChunk(from: Engine, to: Engine, { table, time, exact }: Source, chunk: Chunk): Promise<void> {
  // An hour may hold more than one insert takes.
  for (let offset = 0; offset < chunk.rows; offset += CHUNK_ROWS) {
    const rows = await from.rows<unknown>(
      sql`SELECT ${exact} FROM ${identifier(table)}
        WHERE product_id = ${text(chunk.product)} AND ${within(time, chunk)}
        ORDER BY ALL LIMIT ${integer(CHUNK_ROWS)} OFFSET ${integer(offset)}`.text,
      { purpose: 'maintenance' },
    )
    const token = `move:${table}:${chunk.product}:${chunk.start}:${chunk.end}:${offset}`
    await to.insert(table, 'JSONEachRow', rows.map((row) => JSON.stringify(row)).join('\n'), token)
  }
}

function within(time: Source['time'], { start, end }: Chunk): Sql {
  switch (time) {
    case 'ts':
      return sql`ts >= ${dateTime64(start * 1000)} AND ts < ${dateTime64(end * 1000)}`
    case 'hour':
      return sql`hour >= ${dateTime(start * 1000)} AND hour < ${dateTime(end * 1000)}`
    case 'date':
      return sql`date >= toDate(${dateTime(start * 1000)}) AND date <= toDate(${dateTime((end - 1) * 1000)})`
  }
}
