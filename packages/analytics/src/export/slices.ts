import { HOUR_MS, type InstantRange, MINUTE_MS, type ProductId, SECOND_MS } from '@footfall/core-domain'
import type { Engine, QueryOptions } from '@footfall/warehouse'
import { dateTime64, identifier, integer, joinSql, type Sql, sql, text } from '@footfall/warehouse'

/** Whose share of the engine it is, and for how long they want it. */
type Asked = Pick<QueryOptions, 'share' | 'signal'>

/** What an event takes as a row of text in addition to its longer texts. */
const ROW_BYTES = 500
const LONG_TEXTS = ['path', 'title', 'referrer', 'error_message', 'error_source', 'error_stack']

/** A part of a period. */
export interface Slice extends InstantRange {
  readonly bytes: number
  readonly rows: number
  /** Of the largest row. */
  readonly rowBytes: number
}

/**
 * Cuts a period into parts that hold about so many bytes each and are read one at a time: neither engine streams a result
 * without keeping a connection for as long as the reader takes. What is too much even for a minute is cut into
 * seconds. A second may still be too much: an import may bring any number of events of one instant.
 */
export async function* slices(
  engine: Engine,
  product: ProductId,
  range: InstantRange,
  { bytesMax, ...asked }: Asked & { readonly bytesMax: number },
): AsyncIterable<Slice> {
  yield* cut(range, HOUR_MS)

  async function* cut(within: InstantRange, unitMs: number): AsyncIterable<Slice> {
    let open: Slice | undefined
    for (const bucket of await buckets(engine, product, within, unitMs, asked)) {
      if (open && open.bytes + bucket.bytes <= bytesMax) {
        open = together(open, bucket)
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

function together(first: Slice, second: Slice): Slice {
  return {
    startMs: first.startMs,
    endMs: second.endMs,
    bytes: first.bytes + second.bytes,
    rows: first.rows + second.rows,
    rowBytes: Math.max(first.rowBytes, second.rowBytes),
  }
}

/** The hours, minutes or seconds of a period that hold anything, in order, each cut to the period. */
async function buckets(
  engine: Engine,
  product: ProductId,
  range: InstantRange,
  unitMs: number,
  asked: Asked,
): Promise<readonly Slice[]> {
  const lengths = joinSql(
    LONG_TEXTS.map((name) => sql`length(${identifier(name)})`),
    ' + ',
  )
  const rowBytes = sql`${integer(ROW_BYTES)} + byteSize(props) + ${lengths}`
  const found = await engine.rows<{ slot: string; bytes: string; events: string; largest: string }>(
    sql`SELECT intDiv(toUnixTimestamp64Milli(ts), ${integer(unitMs)}) AS slot,
        count() AS events, sum(${rowBytes}) AS bytes, max(${rowBytes}) AS largest
      FROM events WHERE ${eventsOf(product, range)} GROUP BY slot ORDER BY slot`.text,
    asked,
  )
  return found.map(({ slot, bytes, events, largest }) => ({
    startMs: Math.max(Number(slot) * unitMs, range.startMs),
    endMs: Math.min((Number(slot) + 1) * unitMs, range.endMs),
    bytes: Number(bytes),
    rows: Number(events),
    rowBytes: Number(largest),
  }))
}

export function eventsOf(product: ProductId, { startMs, endMs }: InstantRange): Sql {
  return sql`product_id = ${text(product)} AND ts >= ${dateTime64(startMs)} AND ts < ${dateTime64(endMs)}`
}
