import { ServiceUnavailable } from '@footfall/core-domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSchema } from '../schema/create-schema.ts'
import { openEngine } from './clickhouse.ts'
import type { Engine } from './engine.ts'
import { openTestEngine } from './test-support.ts'

let engine: Engine & { readonly path: string }
beforeAll(async () => {
  engine = await openTestEngine()
})
afterAll(() => engine.close())

const event = (over: object) =>
  JSON.stringify({
    product_id: 'prd_engine',
    ts: '2026-01-01 00:00:00.123',
    kind: 'pageview',
    name: 'pageview',
    visitor: '18446744073709551615',
    visit: '5',
    visit_start: '2026-01-01 00:00:00',
    visit_starts: 1,
    pv_seq: 1,
    ...over,
  })

describe('the engine', () => {
  it('counts a block once in the table and in its rollup, however often the same token comes', async () => {
    const block = [event({ path: '/a;b', unbounce: 1, gap_ms: 7 }), event({ path: "x\n\n'; DROP TABLE events;" })].join(
      '\n',
    )
    for (let time = 0; time < 3; time++) await engine.insert('events', 'JSONEachRow', block, "to'ken")
    expect(await engine.rows("SELECT count() AS n FROM events WHERE product_id = 'prd_engine'")).toEqual([{ n: '2' }])
    const rollup =
      "SELECT sum(pageviews) AS n, sum(unbounced) AS u, sum(gap_ms) AS g FROM events_15m WHERE product_id = 'prd_engine'"
    expect(await engine.rows(rollup)).toEqual([{ n: '2', u: '1', g: '7' }])
    await engine.insert('events', 'JSONEachRow', block, 'another token')
    expect(await engine.rows(rollup)).toEqual([{ n: '4', u: '2', g: '14' }])
  })

  it('returns 64-bit ids as text, to the last digit', async () => {
    expect(await engine.rows("SELECT any(visitor) AS v FROM events WHERE product_id = 'prd_engine'")).toEqual([
      { v: '18446744073709551615' },
    ])
  })

  it('makes its schema as often as it is asked', async () => {
    await expect(createSchema(engine)).resolves.toBeUndefined()
  })

  it('takes an empty block as done', async () => {
    await expect(engine.insert('events', 'JSONEachRow', '', 'none')).resolves.toBeUndefined()
  })

  it('reports a wrong statement as an ordinary error', async () => {
    await expect(engine.rows('SELECT x FROM nowhere')).rejects.not.toBeInstanceOf(ServiceUnavailable)
    await expect(engine.insert('events', 'JSONEachRow', '{"product_id": [', 't')).rejects.not.toBeInstanceOf(
      ServiceUnavailable,
    )
  })

  it('stops a query that runs too long and says that the service is unavailable', async () => {
    const limits = { report: { maxExecutionSeconds: 0.2, maxMemoryBytes: 1e9 } }
    const hasty = await openEngine({ embedded: { path: engine.path } }, { limits })
    const heavy = hasty.rows('SELECT count() AS n FROM numbers(100000000000) WHERE number % 3 = 0')
    await expect(heavy).rejects.toBeInstanceOf(ServiceUnavailable)
    await hasty.close()
    expect(await engine.rows('SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  it('says that the service is unavailable when nobody listens', async () => {
    const away = await openEngine({ remote: { url: 'http://127.0.0.1:1' } })
    await expect(away.ping()).rejects.toBeInstanceOf(ServiceUnavailable)
    await expect(away.rows('SELECT 1')).rejects.toBeInstanceOf(ServiceUnavailable)
    await expect(away.insert('events', 'JSONEachRow', event({}), 't')).rejects.toBeInstanceOf(ServiceUnavailable)
    await away.close()
  })

  it('says that the service is unavailable once it is closed', async () => {
    const other = await openEngine({ embedded: { path: engine.path } })
    await other.close()
    await expect(other.ping()).rejects.toBeInstanceOf(ServiceUnavailable)
  })
})
