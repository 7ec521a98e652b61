import { ServiceUnavailable } from '@footfall/core-domain'
import { type ClickHouseHttp, startClickHouseHttp } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../query/cache.ts'
import { createReader } from '../query/reader.ts'
import { createSchema } from '../schema/create-schema.ts'
import { openEngine } from './clickhouse.ts'
import type { Engine } from './engine.ts'

let server: ClickHouseHttp
let engine: Engine
beforeAll(async () => {
  server = await startClickHouseHttp()
  engine = await openEngine({ remote: { url: server.url } })
  await createSchema(engine)
})
afterAll(async () => {
  await engine.close()
  await server.stop()
})

const HOSTILE = 'x\n\n\'; DROP TABLE events; -- "\\ 🧪'

const block = (product: string) =>
  ['/a;b', HOSTILE]
    .map((path) =>
      JSON.stringify({
        product_id: product,
        ts: '2026-01-01 00:00:00.123',
        kind: 'pageview',
        name: 'pageview',
        visitor: '18446744073709551615',
        visit: '5',
        visit_start: '2026-01-01 00:00:00',
        visit_starts: 1,
        pv_seq: 1,
        gap_ms: 7,
        path,
      }),
    )
    .join('\n')

const countOf = (product: string) =>
  engine.rows<{ n: string }>(`SELECT count() AS n FROM events WHERE product_id = '${product}'`)
const rollupOf = (product: string) =>
  engine.rows(`SELECT sum(pageviews) AS n, sum(gap_ms) AS gap FROM events_15m WHERE product_id = '${product}'`)

describe('the engine on a server', () => {
  it('says of itself that it is remote and makes its schema as often as it is asked', async () => {
    expect(engine.kind).toBe('remote')
    await expect(createSchema(engine)).resolves.toBeUndefined()
    await expect(engine.ping()).resolves.toBeUndefined()
  })

  it('counts a block once in the table and in its rollup, however often the same token comes', async () => {
    for (let time = 0; time < 3; time++) await engine.insert('events', 'JSONEachRow', block('prd_a'), "to'ken")
    expect(await countOf('prd_a')).toEqual([{ n: '2' }])
    expect(await rollupOf('prd_a')).toEqual([{ n: '2', gap: '14' }])
    await engine.insert('events', 'JSONEachRow', block('prd_a'), 'another token')
    expect(await rollupOf('prd_a')).toEqual([{ n: '4', gap: '28' }])
  })

  it('is read together with other processes, so that an answer claims nothing that they may still hold', () => {
    const clock = { now: () => Date.parse('2026-11-20T12:00:05.700Z') }
    const reader = createReader({ engine, clock, versions: memoryVersions() })
    expect(reader.freshUntil()).toBe('2026-11-20T12:00:03.000Z')
  })

  it('returns text and 64-bit ids as they went in', async () => {
    await engine.insert('events', 'JSONEachRow', block('prd_text'), 'text')
    const rows = await engine.rows("SELECT path, visitor FROM events WHERE product_id = 'prd_text' ORDER BY path")
    expect(rows).toEqual([
      { path: '/a;b', visitor: '18446744073709551615' },
      { path: HOSTILE, visitor: '18446744073709551615' },
    ])
  })

  it('takes a block of many thousand rows and an empty one', async () => {
    const row = block('prd_many').split('\n')[0] ?? ''
    await engine.insert('events', 'JSONEachRow', `${row}\n`.repeat(20_000), 'many')
    await engine.insert('events', 'JSONEachRow', '', 'none')
    expect(await countOf('prd_many')).toEqual([{ n: '20000' }])
  })

  it('deletes with a limit of its own', async () => {
    await engine.insert('events', 'JSONEachRow', block('prd_gone'), 'gone')
    await engine.run("DELETE FROM events WHERE product_id = 'prd_gone'")
    expect(await countOf('prd_gone')).toEqual([{ n: '0' }])
  })

  it('reports a wrong statement and a wrong row as ordinary errors', async () => {
    await expect(engine.rows('SELECT x FROM nowhere')).rejects.toMatchObject({ code: '60' })
    await expect(engine.insert('events', 'JSONEachRow', '{"product_id": [', 't')).rejects.not.toBeInstanceOf(
      ServiceUnavailable,
    )
  })

  it('stops a query that runs too long and says that the service is unavailable', async () => {
    const limits = { report: { maxExecutionSeconds: 0.2, maxMemoryBytes: 1e9 } }
    const hasty = await openEngine({ remote: { url: server.url } }, { limits })
    const heavy = hasty.rows('SELECT count() AS n FROM numbers(100000000000) WHERE number % 3 = 0')
    await expect(heavy).rejects.toBeInstanceOf(ServiceUnavailable)
    await hasty.close()
  })

  it('says that the service is unavailable while the server is away, and goes on when it is back', async () => {
    await engine.insert('events', 'JSONEachRow', block('prd_outage'), 'before')
    await server.pause()
    await expect(engine.ping()).rejects.toBeInstanceOf(ServiceUnavailable)
    await expect(countOf('prd_outage')).rejects.toBeInstanceOf(ServiceUnavailable)
    await expect(engine.insert('events', 'JSONEachRow', block('prd_outage'), 'during')).rejects.toBeInstanceOf(
      ServiceUnavailable,
    )
    await server.resume()
    expect(await countOf('prd_outage')).toEqual([{ n: '2' }])
    // Both tokens again: the one from before the outage is known still, across the restart.
    for (const token of ['before', 'during']) await engine.insert('events', 'JSONEachRow', block('prd_outage'), token)
    expect(await countOf('prd_outage')).toEqual([{ n: '4' }])
    expect(await rollupOf('prd_outage')).toEqual([{ n: '4', gap: '28' }])
  })

  it('says that the service is unavailable when the server dies in the middle of a query', async () => {
    const reading = engine.rows('SELECT count() AS n FROM numbers(100000000000) WHERE number % 3 = 0')
    const refused = expect(reading).rejects.toBeInstanceOf(ServiceUnavailable)
    await engine.ping()
    await server.pause()
    await refused
    await server.resume()
    await expect(engine.ping()).resolves.toBeUndefined()
  })
})
