import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holdings } from '@footfall/analytics'
import { startClickHouseHttp } from '@footfall/testkit'
import { createSchema, openEngine } from '@footfall/warehouse'
import { expect, it } from 'vitest'
import { copyAnalytics } from './copy-analytics.ts'

const CONTENT = `SELECT sum(cityHash64(* EXCEPT (tracker))) AS fingerprint, count() AS rows FROM events`

it('copyAnalytics copies every row of an embedded engine to a server once, with equal values and rollup, however often it runs', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-move-'))
  const server = await startClickHouseHttp()
  const from = await openEngine({ embedded: { path: directory } })
  const to = await openEngine({ remote: { url: server.url } })
  try {
    await Promise.all([createSchema(from), createSchema(to)])
    await from.run(
      `INSERT INTO events (product_id, ts, kind, name, visitor, visit, visit_start, visit_starts, pv_seq, unbounce, gap_ms, hostname, path, country, revenue, currency, props)
       SELECT concat('prd_', toString(number % 3)), fromUnixTimestamp64Milli(toInt64(1790000000000 + number * 160000), 'UTC'),
         if(number % 7 = 0, 'custom', 'pageview'), 'n', sipHash64(number % 900), sipHash64(number % 2000), toDateTime(1790000000 + number * 160, 'UTC'),
         number % 2, number % 5, number % 3 = 0, number % 1000, 'shop.example', concat('/p/', toString(number % 50), '\\'"\\\\☃'),
         if(number % 4 = 0, 'DE', ''), toDecimal64(number * 0.0001 + 99999999999.9999, 4), 'EUR', map('plan', concat('a\\tb\\n', toString(number)))
       FROM numbers(30000)`,
    )
    await from.run(
      `INSERT INTO crawler_hits SELECT 'prd_1', toDateTime(1790000000 + number * 60, 'UTC'), 'GPTBot', 'ai_training', 'h', '/', 200, 'intake', ['unknown', 'true', 'false'][1 + number % 3], if(number < 100, 'imp_1', '') FROM numbers(500)`,
    )
    await from.run(
      `INSERT INTO rejected_events SELECT 'prd_1', toStartOfHour(toDateTime(1790000000 + number * 60, 'UTC')), 'bot', 1, toDateTime(1790000000, 'UTC') FROM numbers(500)`,
    )
    await from.run(
      `INSERT INTO search_console SELECT 'prd_2', toDate('2026-09-01') + number % 40, 'q', '/', 'DE', 'MOBILE', number, 9, 1.1, now64(3) FROM numbers(80)`,
    )
    await from.run(`INSERT INTO named_days SELECT 'prd_2', toDate('2026-09-01') + number FROM numbers(3)`)
    const reported: number[] = []
    const copy = () => copyAnalytics(from, to, ({ rows, rowsTotal }) => reported.push(rows / rowsTotal))
    await copy()
    expect(reported.at(-1)).toBe(1)
    const held = await holdings(from)
    expect(held.events).toBe('30000')
    expect(await holdings(to)).toEqual(held)
    expect(await to.rows(CONTENT)).toEqual(await from.rows(CONTENT))
    const hits =
      'SELECT verified, sum(cityHash64(*)) AS fingerprint FROM crawler_hits GROUP BY verified ORDER BY verified'
    expect(await to.rows(hits)).toEqual(await from.rows(hits))
    expect(await to.rows(hits)).toHaveLength(3)
    await copy()
    expect(await holdings(to)).toEqual(held)
    const counts = 'SELECT product_id, day, sum(rows) AS rows FROM event_days GROUP BY product_id, day ORDER BY ALL'
    expect(await to.rows(counts)).toEqual(await from.rows(counts))
    const [names] = await to.rows<{ copied: string; found: string }>(
      `SELECT countIf(day < '2026-09-10') AS copied, countIf(day >= '2026-09-10') AS found FROM named_days FINAL`,
    )
    expect(Number(names?.copied)).toBe(3)
    // The visitors of the events above are on several days, as those of an import of an older version may be.
    expect(Number(names?.found)).toBeGreaterThan(100)
  } finally {
    await Promise.all([from.close(), to.close()])
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
})
