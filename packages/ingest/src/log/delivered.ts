import { ServiceUnavailable } from '@footfall/core-domain'
import type { Engine, EventRow } from '@footfall/warehouse'
import { dateTime64, integer, sql, text, uint64 } from '@footfall/warehouse'

const QUARTER_MS = 900_000

/**
 * Whether the engine holds a block of events, by its content. Tokens tell that as long as the engine remembers them:
 * for its last thousands of blocks, which other replicas may have filled since. A block is one part per month, taken or
 * not as a whole, so the outermost rows of each month stand for it.
 *
 * A block that is in the table and not in the rollup (the server died between the two) counts as missing: its token
 * then brings in what lacks.
 */
export async function isDelivered(engine: Engine, block: readonly string[]): Promise<boolean> {
  try {
    const rows = block.map((json): EventRow => JSON.parse(json))
    for (const probe of probesOf(rows)) {
      const alike = rows.filter((row) => keyOf(row) === keyOf(probe)).length
      if (!(await isThere(engine, probe, alike))) return false
    }
    return true
  } catch (error) {
    if (error instanceof ServiceUnavailable) throw error
    // A row that cannot even be asked for is not there; inserting it tells what is wrong with it.
    return false
  }
}

/** Of each month the first and the last row; a pageview, where there is one, is the only one of its number in its visit. */
function probesOf(rows: readonly EventRow[]): readonly EventRow[] {
  const months = new Map<string, { first: EventRow; last: EventRow }>()
  for (const row of rows) {
    const month = row.ts.slice(0, 7)
    const known = months.get(month)
    if (!known) months.set(month, { first: row, last: row })
    else {
      if (known.first.pv_seq === 0 && row.pv_seq > 0) known.first = row
      if (row.pv_seq > 0 || known.last.pv_seq === 0) known.last = row
    }
  }
  return [...new Set([...months.values()].flatMap(({ first, last }) => [first, last]))]
}

function keyOf({ product_id, ts, visit, kind, name, pv_seq, gap_ms, path }: EventRow): string {
  return JSON.stringify([product_id, ts, visit, kind, name, pv_seq, gap_ms, path])
}

async function isThere(engine: Engine, row: EventRow, alike: number): Promise<boolean> {
  const at = Date.parse(`${row.ts.replace(' ', 'T')}Z`)
  const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS
  const own = sql`product_id = ${text(row.product_id)}`
  const [answer] = await engine.rows<{ found: string; views: string; summed: string }>(
    sql`SELECT
  (SELECT count() FROM events WHERE ${own} AND ts = ${dateTime64(at)} AND visit = ${uint64(row.visit)} AND kind = ${text(row.kind)}
    AND name = ${text(row.name)} AND pv_seq = ${integer(row.pv_seq)} AND gap_ms = ${integer(row.gap_ms)} AND path = ${text(row.path)}) AS found,
  (SELECT countIf(kind = 'pageview') FROM events
    WHERE ${own} AND ts >= ${dateTime64(quarter)} AND ts < ${dateTime64(quarter + QUARTER_MS)}) AS views,
  (SELECT sum(pageviews) FROM events_15m WHERE ${own} AND t = toDateTime(${integer(quarter / 1000)}, 'UTC')) AS summed`
      .text,
    { purpose: 'ingest' },
  )
  return answer !== undefined && Number(answer.found) >= alike && answer.views === answer.summed
}
