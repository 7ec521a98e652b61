import type { ProductId } from '@footfall/core-domain'
import type { Engine, QueryOptions } from '@footfall/warehouse'
import { integer, type Sql, sql, text, uint64 } from '@footfall/warehouse'
import { type ExportedEvent, exportedColumns, type PseudonymKey, unbouncedVisits } from './columns.ts'

export interface PagesOptions extends Pick<QueryOptions, 'share' | 'signal'> {
  readonly product: ProductId
  /** Chooses the rows of `events`. */
  readonly rows: Sql
  readonly key: PseudonymKey
  readonly rowsAtOnce: number
}

/** Where a page ends: the instant in milliseconds, the visit, its page, and a hash of everything in the row. */
interface Place {
  readonly place_ms: string
  readonly place_visit: string
  readonly place_view: number
  readonly place_row: string
}

const PLACE = sql`(toUnixTimestamp64Milli(events.ts), events.visit, events.pv_seq, events.row_hash)`

/**
 * Events, oldest first and some at once. Rows of one place are equal in every column, and there may be any number of them, so a
 * page may end among them: the next one leaves out as many as were read.
 */
export async function* eventPages(
  engine: Engine,
  { product, rows, key, rowsAtOnce, ...asked }: PagesOptions,
): AsyncIterable<readonly ExportedEvent[]> {
  let readOfPlace = 0
  for (let last: Place | undefined; ; ) {
    asked.signal?.throwIfAborted()
    const from = last === undefined ? sql`` : sql` WHERE ${PLACE} >= ${placeOf(last)}`
    const page = await engine.rows<ExportedEvent & Place>(
      // Apart, because what is selected takes over some names of columns.
      sql`SELECT ${exportedColumns(key)}, toString(${PLACE}.1) AS place_ms, toString(${PLACE}.2) AS place_visit,
  ${PLACE}.3 AS place_view, toString(${PLACE}.4) AS place_row
FROM (SELECT *, cityHash64(*) AS row_hash FROM events WHERE ${rows}) AS events
${unbouncedVisits(product, rows)}${from}
ORDER BY ${PLACE}.1, ${PLACE}.2, ${PLACE}.3, ${PLACE}.4 LIMIT ${integer(rowsAtOnce)} OFFSET ${integer(readOfPlace)}`
        .text,
      asked,
    )
    yield page.map(({ place_ms, place_visit, place_view, place_row, ...event }) => event)
    const end = page.at(-1)
    if (end === undefined || page.length < rowsAtOnce) return
    const others = page.findLastIndex((row) => !isSamePlace(row, end))
    readOfPlace =
      page.length - 1 - others + (others < 0 && last !== undefined && isSamePlace(last, end) ? readOfPlace : 0)
    last = end
  }
}

function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.place_row === other.place_row &&
    one.place_ms === other.place_ms &&
    one.place_visit === other.place_visit &&
    one.place_view === other.place_view
  )
}

function placeOf({ place_ms, place_visit, place_view, place_row }: Place): Sql {
  return sql`(toInt64(${text(place_ms)}), ${uint64(place_visit)}, ${integer(place_view)}, ${uint64(place_row)})`
}
