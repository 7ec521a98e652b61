import type { Dimension, ImportId, LocalDate, ProductId } from '@footfall/core-domain'
import { date, type Engine, integer, sql, text } from '@footfall/warehouse'
import type { EarlierDays, IdsOfDay } from './earlier-days.ts'

/** A day may have millions of ids, and the service answers nobody while it parses a result. */
const IDS_AT_ONCE = 50_000

/** What other imports of the product stored. Rows of this one, from a run that was interrupted, do not count. */
export function earlierImports(
  engine: Engine,
  product: ProductId,
  own: ImportId,
  signal?: AbortSignal,
  idsAtOnce = IDS_AT_ONCE,
) {
  const others = sql`product_id = ${text(product)} AND import != ${text(own)}`
  const idsOf: IdsOfDay = async (day, after) => {
    const rows = await engine.rows<{ ids: readonly string[] }>(
      sql`SELECT groupArray(lower(leftPad(hex(id), 16, '0'))) AS ids FROM (SELECT id FROM imported_event_ids
WHERE ${others} AND imported_event_ids.day = ${date(day)} AND id > toUInt64(${text(String(BigInt(`0x${after}`)))})
ORDER BY id LIMIT ${integer(idsAtOnce)})`.text,
      { signal },
    )
    return rows.flatMap(({ ids }) => ids)
  }
  return {
    idsOf,
    async days(): Promise<EarlierDays> {
      const numbers = await engine.rows<{ day: LocalDate; dimensions: readonly (Dimension | '')[] }>(
        sql`SELECT toString(day) AS day, groupUniqArray(toString(dimension)) AS dimensions FROM imported_days WHERE ${others} GROUP BY day`
          .text,
        { signal },
      )
      const days = await engine.rows<{ day: LocalDate }>(
        sql`SELECT DISTINCT toString(day) AS day FROM imported_event_ids WHERE ${others}`.text,
        { signal },
      )
      return {
        numbers: new Map(numbers.map(({ day, dimensions }) => [day, new Set(dimensions)])),
        events: new Set(days.map(({ day }) => day)),
      }
    },
  }
}
