import type { ProductId } from '@footfall/core-domain'
import type { Engine, Sql } from '@footfall/warehouse'
import { countedDays } from '../../days/closed-days.ts'

export interface CheckedDays {
  /** How many days may be read from stored numbers. */
  readonly complete: number
  /** Events whose path begins with `/late/`. */
  readonly late: number
  /** Each number of such a day that differs from its rows. */
  readonly wrong: readonly unknown[]
}

/** Compares the pages of every complete day, and the whole of it, with its rows. */
export async function wrongDays(engine: Engine, product: ProductId): Promise<CheckedDays> {
  const rows = <Row>(_: ProductId, statement: Sql) => engine.rows<Row>(statement.text)
  const read = async () => (await countedDays({ rows } as Parameters<typeof countedDays>[0], product)).closed
  const closed = await read()
  const found: { day: number; version: number | string; differing: readonly unknown[] }[] = []
  for (const { day, version, lists } of closed) {
    for (const list of ['', 'page'].filter((name) => lists.has(name))) {
      const key = list === '' ? "''" : 'path'
      const differing = await engine.rows(
        `SELECT ${day} AS of_day, of_key, sum(v) AS visitors, sum(p) AS pageviews FROM (
          SELECT key_0 AS of_key, toInt64(visitors) AS v, toInt64(pageviews_before + pageviews_after) AS p FROM day_figures
          WHERE product_id = '${product}' AND dimension = '${list}' AND toUInt32(day) = ${day} AND version = ${version}
          UNION ALL
          SELECT ${key}, -toInt64(uniqExactIf(visitor, kind != 'engagement' AND visitor != 0)), -toInt64(countIf(kind = 'pageview'))
          FROM events WHERE product_id = '${product}' AND intDiv(toUnixTimestamp(visit_start), 86400) = ${day} GROUP BY ${key}
        ) GROUP BY of_key HAVING visitors != 0 OR pageviews != 0`,
      )
      found.push({ day, version, differing })
    }
  }
  // A row that came after the day was read took it back.
  const now = new Map((await read()).map(({ day, version }) => [day, version]))
  const wrong = found.filter(({ day, version }) => now.get(day) === version).flatMap(({ differing }) => differing)
  const [counted] = await engine.rows<{ late: string }>(
    `SELECT count() AS late FROM events WHERE product_id = '${product}' AND startsWith(path, '/late/')`,
  )
  return { complete: closed.length, late: Number(counted?.late), wrong }
}
