import type { Dimension, ImportId, LocalDate, ProductId } from '@footfall/core-domain'
import { date, type Engine, sql, text } from '@footfall/warehouse'
import type { EarlierDays } from './earlier-days.ts'

/** What other imports of the product stored. Rows of this one, from a run that was interrupted, do not count. */
export function earlierImports(engine: Engine, product: ProductId, own: ImportId, signal?: AbortSignal) {
  const others = sql`product_id = ${text(product)} AND import != ${text(own)}`
  return {
    async days(): Promise<EarlierDays> {
      const figures = await engine.rows<{ day: LocalDate; dimensions: readonly (Dimension | '')[] }>(
        sql`SELECT toString(day) AS day, groupUniqArray(toString(dimension)) AS dimensions FROM imported_days WHERE ${others} GROUP BY day`
          .text,
        { signal },
      )
      const days = await engine.rows<{ day: LocalDate }>(
        sql`SELECT DISTINCT toString(day) AS day FROM imported_event_ids WHERE ${others}`.text,
        { signal },
      )
      return {
        figures: new Map(figures.map(({ day, dimensions }) => [day, new Set(dimensions)])),
        events: new Set(days.map(({ day }) => day)),
      }
    },
    /** The ids of the events of a UTC day, each as sixteen hexadecimal digits. */
    async idsOf(day: LocalDate): Promise<readonly string[]> {
      const rows = await engine.rows<{ ids: readonly string[] }>(
        sql`SELECT groupArray(lower(leftPad(hex(id), 16, '0'))) AS ids FROM imported_event_ids
WHERE ${others} AND imported_event_ids.day = ${date(day)}`.text,
        { signal },
      )
      return rows.flatMap(({ ids }) => ids)
    },
  }
}
