import type { Dimension, ImportId, LocalDate, ProductId } from '@footfall/core-domain'
import { date, type Engine, sql, text } from '@footfall/warehouse'
import type { EarlierImports } from './collection.ts'

/** What other imports of the product stored. Rows of this one, from a run that was interrupted, do not count. */
export async function earlierImports(engine: Engine, product: ProductId, own: ImportId): Promise<EarlierImports> {
  const others = sql`product_id = ${text(product)} AND import != ${text(own)}`
  const figures = await engine.rows<{ day: LocalDate; dimensions: readonly (Dimension | '')[] }>(
    sql`SELECT toString(day) AS day, groupUniqArray(toString(dimension)) AS dimensions FROM imported_days WHERE ${others} GROUP BY day`
      .text,
  )
  const days = await engine.rows<{ day: LocalDate }>(
    sql`SELECT DISTINCT toString(day) AS day FROM imported_event_ids WHERE ${others}`.text,
  )
  const withFigures = new Map(figures.map(({ day, dimensions }) => [day, new Set(dimensions)]))
  const withEvents = new Set(days.map(({ day }) => day))
  return {
    hasFigures: (day, dimension) => withFigures.get(day)?.has(dimension) ?? false,
    async eventIds(day) {
      if (!withEvents.has(day)) return []
      const rows = await engine.rows<{ ids: readonly string[] }>(
        sql`SELECT groupArray(lower(leftPad(hex(id), 16, '0'))) AS ids FROM imported_event_ids
WHERE ${others} AND imported_event_ids.day = ${date(day)}`.text,
      )
      return rows.flatMap(({ ids }) => ids)
    },
  }
}
