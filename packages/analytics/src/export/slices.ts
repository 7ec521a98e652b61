import type { ProductId } from '@footfall/core-domain'
import type { Engine, QueryOptions } from '@footfall/warehouse'
import { instant, integer, type Sql, sql, text } from '@footfall/warehouse'

/** A span of time in epoch milliseconds; `end` is exclusive. */
export interface TimeSpan {
  readonly start: number
  readonly end: number
}

/** Whose share of the engine it is, and for how long they want it. */
type Asked = Pick<QueryOptions, 'share' | 'signal'>

/** What an event takes as a row of text besides its own words. */
const ROW_BYTES = 500
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

interface Bucket extends TimeSpan {
  readonly bytes: number
}

/**
 * Cuts a span into parts that hold about so many bytes each and are read one at a time: neither engine streams a result
 * without keeping a connection for as long as the reader takes. What is too much even for a minute is cut into
 * seconds, so that one person who sends long properties all day does not fill the memory.
 */
export async function* slices(
  engine: Engine,
  product: ProductId,
  span: TimeSpan,
  { bytesMax, ...asked }: Asked & { readonly bytesMax: number },
): AsyncIterable<TimeSpan> {
  yield* cut(span, HOUR_MS)

  async function* cut(within: TimeSpan, unit: number): AsyncIterable<TimeSpan> {
    let open: Bucket | undefined
    for (const bucket of await buckets(engine, product, within, unit, asked)) {
      if (open && open.bytes + bucket.bytes <= bytesMax) {
        open = { start: open.start, end: bucket.end, bytes: open.bytes + bucket.bytes }
        continue
      }
      if (open) yield open
      open = undefined
      if (bucket.bytes > bytesMax && unit > SECOND_MS) yield* cut(bucket, unit === HOUR_MS ? MINUTE_MS : SECOND_MS)
      else open = bucket
    }
    if (open) yield open
  }
}

/** The hours, minutes or seconds of a span that hold anything, in order, each cut to the span. */
async function buckets(
  engine: Engine,
  product: ProductId,
  span: TimeSpan,
  unit: number,
  asked: Asked,
): Promise<readonly Bucket[]> {
  const rows = await engine.rows<{ slot: string; bytes: string }>(
    sql`SELECT intDiv(toUnixTimestamp64Milli(ts), ${integer(unit)}) AS slot,
        count() * ${integer(ROW_BYTES)} + sum(byteSize(props)) + sum(length(path)) + sum(length(referrer)) AS bytes
      FROM events WHERE ${eventsOf(product, span)} GROUP BY slot ORDER BY slot`.text,
    asked,
  )
  return rows.map(({ slot, bytes }) => ({
    start: Math.max(Number(slot) * unit, span.start),
    end: Math.min((Number(slot) + 1) * unit, span.end),
    bytes: Number(bytes),
  }))
}

export function eventsOf(product: ProductId, { start, end }: TimeSpan): Sql {
  return sql`product_id = ${text(product)} AND ts >= ${instant(start)} AND ts < ${instant(end)}`
}
