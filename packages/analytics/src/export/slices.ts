import { HOUR_MS, type InstantRange, MINUTE_MS, type ProductId, SECOND_MS } from '@footfall/core-domain'
import type { Engine, QueryOptions } from '@footfall/warehouse'
import { dateTime64, integer, type Sql, sql, text } from '@footfall/warehouse'

/** Whose share of the engine it is, and for how long they want it. */
type Asked = Pick<QueryOptions, 'share' | 'signal'>

/** What an event takes as a row of text in addition to its own words. */
const ROW_BYTES = 500

interface Bucket extends InstantRange {
  readonly bytes: number
}

/**
 * Cuts a period into parts that hold about so many bytes each and are read one at a time: neither engine streams a result
 * without keeping a connection for as long as the reader takes. What is too much even for a minute is cut into
 * seconds, so that one person who sends long properties all day does not fill the memory.
 */
export async function* slices(
  engine: Engine,
  product: ProductId,
  range: InstantRange,
  { bytesMax, ...asked }: Asked & { readonly bytesMax: number },
): AsyncIterable<InstantRange> {
  yield* cut(range, HOUR_MS)

  async function* cut(within: InstantRange, unitMs: number): AsyncIterable<InstantRange> {
    let open: Bucket | undefined
    for (const bucket of await buckets(engine, product, within, unitMs, asked)) {
      if (open && open.bytes + bucket.bytes <= bytesMax) {
        open = { startMs: open.startMs, endMs: bucket.endMs, bytes: open.bytes + bucket.bytes }
        continue
      }
      if (open) yield open
      open = undefined
      if (bucket.bytes > bytesMax && unitMs > SECOND_MS) yield* cut(bucket, unitMs === HOUR_MS ? MINUTE_MS : SECOND_MS)
      else open = bucket
    }
    if (open) yield open
  }
}

/** The hours, minutes or seconds of a period that hold anything, in order, each cut to the period. */
async function buckets(
  engine: Engine,
  product: ProductId,
  range: InstantRange,
  unitMs: number,
  asked: Asked,
): Promise<readonly Bucket[]> {
  const rows = await engine.rows<{ slot: string; bytes: string }>(
    sql`SELECT intDiv(toUnixTimestamp64Milli(ts), ${integer(unitMs)}) AS slot,
        count() * ${integer(ROW_BYTES)} + sum(byteSize(props)) + sum(length(path)) + sum(length(title)) + sum(length(referrer)) AS bytes
      FROM events WHERE ${eventsOf(product, range)} GROUP BY slot ORDER BY slot`.text,
    asked,
  )
  return rows.map(({ slot, bytes }) => ({
    startMs: Math.max(Number(slot) * unitMs, range.startMs),
    endMs: Math.min((Number(slot) + 1) * unitMs, range.endMs),
    bytes: Number(bytes),
  }))
}

export function eventsOf(product: ProductId, { startMs, endMs }: InstantRange): Sql {
  return sql`product_id = ${text(product)} AND ts >= ${dateTime64(startMs)} AND ts < ${dateTime64(endMs)}`
}
