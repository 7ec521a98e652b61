import { ServiceUnavailable } from '@footfall/core-domain'
import type { Engine, EventRow } from '@footfall/warehouse'
import { dateTime64, integer, sql, text, uint64 } from '@footfall/warehouse'
import { parseEventLine } from './event-line.ts'

const QUARTER_MS = 900_000

/**
 * Whether the engine holds a block of events, by its content. Needed once the engine may have forgotten the
 * token: it remembers those of its last thousands of blocks, which other replicas may have filled since. A block is one
 * part per month and inserted atomically, so the first and last rows of each month stand for it.
 *
 * A block that is in the table but not in the rollup (the server died in between) counts as missing: inserting it with
 * its token completes the rollup.
 */
export async function isDelivered(engine: Engine, block: readonly string[]): Promise<boolean> {
  try {
    const rows = block.flatMap((line) => parseEventLine(line) ?? [])
    for (const probe of probesOf(rows)) {
      const expected = rows.filter((row) => keyOf(row) === keyOf(probe)).length
      if (!(await isStored(engine, probe, expected))) return false
    }
    return true
  } catch (error) {
    if (error instanceof ServiceUnavailable) throw error
    // A row that cannot be queried is not stored; inserting it shows what is wrong with it.
    return false
  }
}

/** The first and the last row of each month, preferably pageviews: their number is unique in a visit. */
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

async function isStored(engine: Engine, row: EventRow, expected: number): Promise<boolean> {
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
  return answer !== undefined && Number(answer.found) >= expected && answer.views === answer.summed
}
