import type { CrawlerHitRow, EventRow, ProxiedRow, RejectedRow } from '@footfall/warehouse'

/** The tables that ingest writes, with their rows. */
export interface IngestRows {
  readonly events: EventRow
  readonly rejected_events: RejectedRow
  readonly proxied_events: ProxiedRow
  readonly crawler_hits: CrawlerHitRow
}
export type IngestTable = keyof IngestRows

/** One row to be delivered. */
export interface LogRecord {
  readonly table: IngestTable
  readonly product: string
  /** The row in the format JSONEachRow, on one line. */
  readonly json: string
}

const TAGS: Readonly<Record<IngestTable, string>> = {
  events: 'e',
  rejected_events: 'r',
  proxied_events: 'p',
  crawler_hits: 'c',
}
const TABLES: ReadonlyMap<string, IngestTable> = new Map(
  (Object.keys(TAGS) as IngestTable[]).map((table) => [TAGS[table], table]),
)

export function record<Table extends IngestTable>(table: Table, row: IngestRows[Table]): LogRecord {
  return { table, product: row.product_id, json: JSON.stringify(row) }
}

/** A line of the log: table, product and row. Product ids contain no space. */
export function formatLine({ table, product, json }: LogRecord): string {
  return `${TAGS[table]} ${product} ${json}\n`
}

/** Undefined for an incomplete or foreign line. */
export function parseLine(line: string): LogRecord | undefined {
  const table = TABLES.get(line.slice(0, line.indexOf(' ')))
  const end = line.indexOf(' ', 2)
  if (!table || end < 0) return undefined
  return { table, product: line.slice(2, end), json: line.slice(end + 1) }
}
