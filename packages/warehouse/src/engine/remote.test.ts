import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { CallerGone, ServiceUnavailable } from '@footfall/core-domain'
import { type ClickHouseHttp, startClickHouseHttp } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSchema } from '../schema/create-schema.ts'
import { engineShare } from '../test-support/engine-share.ts'
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
  it('reports itself as remote and creates its schema as often as requested', async () => {
    expect(engine.kind).toBe('remote')
    await expect(createSchema(engine)).resolves.toBe('none')
    await expect(engine.ping()).resolves.toBeUndefined()
  })

  it('the remote engine counts a block once in the table and in its rollup, however often it receives the same token', async () => {
    for (let time = 0; time < 3; time++) await engine.insert('events', 'JSONEachRow', block('prd_a'), "to'ken")
    expect(await countOf('prd_a')).toEqual([{ n: '2' }])
    expect(await rollupOf('prd_a')).toEqual([{ n: '2', gap: '14' }])
    await engine.insert('events', 'JSONEachRow', block('prd_a'), 'another token')
    expect(await rollupOf('prd_a')).toEqual([{ n: '4', gap: '28' }])
  })

  it('returns text and 64-bit ids as they were inserted', async () => {
    await engine.insert('events', 'JSONEachRow', block('prd_text'), 'text')
    const rows = await engine.rows("SELECT path, visitor FROM events WHERE product_id = 'prd_text' ORDER BY path")
    expect(rows).toEqual([
      { path: '/a;b', visitor: '18446744073709551615' },
      { path: HOSTILE, visitor: '18446744073709551615' },
    ])
  })

  it('accepts a block of many thousand rows and an empty one', async () => {
    const row = block('prd_many').split('\n')[0] ?? ''
    await engine.insert('events', 'JSONEachRow', `${row}\n`.repeat(20_000), 'many')
    await engine.insert('events', 'JSONEachRow', '', 'none')
    expect(await countOf('prd_many')).toEqual([{ n: '20000' }])
  })

  it('deletes rows under the limits of maintenance', async () => {
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

  it('stops a query on the server that runs too long and reports the service as unavailable', async () => {
    const limits = { report: { maxExecutionSeconds: 0.2, maxMemoryBytes: 1e9 } }
    const hasty = await openEngine({ remote: { url: server.url } }, { limits })
    const heavy = hasty.rows('SELECT count() AS n FROM numbers(100000000000) WHERE number % 3 = 0')
    await expect(heavy).rejects.toBeInstanceOf(ServiceUnavailable)
    await hasty.close()
  })

  it('stops a report on the server once its caller has left', async () => {
    const hour = { maxExecutionSeconds: 3600, maxMemoryBytes: 1e9 }
    const patient = await openEngine({ remote: { url: server.url } }, { limits: { report: hour } })
    const running = async () => {
      const [row] = await engine.rows<{ n: string }>(
        `SELECT count() AS n FROM system.processes
          WHERE query LIKE '%numbers(%stopped%' AND query NOT LIKE '%system.processes%' AND is_cancelled = 0`,
      )
      return Number(row?.n)
    }
    const until = async (count: number) => {
      while ((await running()) !== count);
    }
    const leaving = [new AbortController(), new AbortController()]
    const reports = leaving.map(({ signal }) =>
      patient.rows("SELECT count() AS n FROM numbers(100000000000000) WHERE number % 3 = 0 AND 'stopped' != ''", {
        signal,
      }),
    )
    const [first, second] = reports.map((report) => expect(report).rejects.toThrow(CallerGone))
    await until(2)
    leaving[0]?.abort()
    await first
    await until(1)
    leaving[1]?.abort()
    await second
    await until(0)
    await patient.close()
  })

  it('answers a ping while the server answers no report', async () => {
    const asked: string[] = []
    const silent = createServer((req, res) => {
      void text(req).then((query) => {
        asked.push(query)
        if (!query.includes('events')) res.end('{"1":1}\n')
      })
    })
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const busy = await openEngine({ remote: { url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` } })
    const leaving = new AbortController()
    const reports = Array.from({ length: 40 }, (_, i) =>
      busy.rows('SELECT count() FROM events', { share: engineShare(`acc_${i % 2}`), signal: leaving.signal }),
    )
    const settled = Promise.allSettled(reports)
    await busy.ping()
    leaving.abort()
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
    await busy.close()
    silent.closeAllConnections()
    silent.close()
    expect(asked.filter((query) => query.includes('events')).length).toBeLessThanOrEqual(16)
  })

  it('reports the service as unavailable during an outage of the server, and continues afterwards', async () => {
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

  it('reports the service as unavailable when the server dies in the middle of a query', async () => {
    const reading = engine.rows('SELECT count() AS n FROM numbers(100000000000) WHERE number % 3 = 0')
    const rejected = expect(reading).rejects.toBeInstanceOf(ServiceUnavailable)
    await engine.ping()
    await server.pause()
    await rejected
    await server.resume()
    await expect(engine.ping()).resolves.toBeUndefined()
  })
})
