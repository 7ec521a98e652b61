import { availableParallelism } from 'node:os'
import { CallerGone, ServiceUnavailable } from '@footfall/core-domain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSchema } from '../schema/create-schema.ts'
import { TABLES } from '../schema/tables.ts'
import { engineShare, openTestEngine } from '../test-support/index.ts'
import { openEngine } from './clickhouse.ts'
import type { Engine } from './engine.ts'
import { LIMITS } from './limits.ts'

// The settings that a service has.
vi.unmock('./connection-settings.ts')

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
  it('the embedded engine counts a block once in the table and in its rollup, however often it receives the same token', async () => {
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

  it('returns 64-bit ids as text without rounding', async () => {
    expect(await engine.rows("SELECT any(visitor) AS v FROM events WHERE product_id = 'prd_engine'")).toEqual([
      { v: '18446744073709551615' },
    ])
  })

  it('creates the schema again without an error', async () => {
    await expect(createSchema(engine)).resolves.toBe('none')
  })

  it('merges events in larger groups than a server does, and so in tables of version 7', async () => {
    const isSet = () =>
      engine.rows(
        `SELECT count() AS n FROM system.tables
WHERE database = 'default' AND name = 'events' AND create_table_query LIKE '%merge_selector_base = 10%'`,
      )
    expect(await isSet()).toEqual([{ n: '1' }])
    await engine.run('ALTER TABLE events RESET SETTING merge_selector_base')
    expect(await isSet()).toEqual([{ n: '0' }])
    for (const { name } of TABLES) await engine.run(`ALTER TABLE ${name} MODIFY COMMENT 'footfall schema 7'`)
    await createSchema(engine)
    expect(await isSet()).toEqual([{ n: '1' }])
  })

  it('accepts an empty block without an insert', async () => {
    await expect(engine.insert('events', 'JSONEachRow', '', 'none')).resolves.toBeUndefined()
  })

  it('reports a wrong statement as an ordinary error', async () => {
    await expect(engine.rows('SELECT x FROM nowhere')).rejects.not.toBeInstanceOf(ServiceUnavailable)
    await expect(engine.insert('events', 'JSONEachRow', '{"product_id": [', 't')).rejects.not.toBeInstanceOf(
      ServiceUnavailable,
    )
  })

  it('stops a query that runs too long and reports the service as unavailable', async () => {
    const limits = { report: { maxExecutionSeconds: 0.2, maxMemoryBytes: 1e9 } }
    const hasty = await openEngine({ embedded: { path: engine.path } }, { limits })
    const heavy = hasty.rows('SELECT count() AS n FROM numbers(100000000000) WHERE number % 3 = 0')
    await expect(heavy).rejects.toBeInstanceOf(ServiceUnavailable)
    await hasty.close()
    expect(await engine.rows('SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  it('reports the service as unavailable when nothing listens at the address', async () => {
    const away = await openEngine({ remote: { url: 'http://127.0.0.1:1' } })
    await expect(away.ping()).rejects.toBeInstanceOf(ServiceUnavailable)
    await expect(away.rows('SELECT 1')).rejects.toBeInstanceOf(ServiceUnavailable)
    await expect(away.insert('events', 'JSONEachRow', event({}), 't')).rejects.toBeInstanceOf(ServiceUnavailable)
    await away.close()
  })

  it('reports the service as unavailable once the engine is closed', async () => {
    const other = await openEngine({ embedded: { path: engine.path } })
    await other.close()
    await expect(other.ping()).rejects.toBeInstanceOf(ServiceUnavailable)
  })
})

describe('the engine under long reports', () => {
  const HOUR = { maxExecutionSeconds: 3600, maxMemoryBytes: 1e9 }
  let busy: Engine
  let nowMs = 0
  beforeAll(async () => {
    const limits = { report: HOUR, maintenance: HOUR }
    busy = await openEngine({ embedded: { path: engine.path } }, { limits, nowMs: () => nowMs })
  })
  afterAll(() => busy.close())

  /** Begins a report that would take an hour, and answers once the engine works on it. */
  async function begin(name: string, account = 'acc_busy') {
    const leaving = new AbortController()
    const answer = busy.rows(endless(name), { share: engineShare(account), signal: leaving.signal })
    answer.catch(() => undefined)
    await until(async () => (await running(name)) === 1)
    return { answer, leave: () => leaving.abort() }
  }
  const endless = (name: string) =>
    `SELECT count() AS n FROM numbers(100000000000000) WHERE number % 3 = 0 AND '${name}' != ''`
  /** A statement stays listed until its connection takes the next one, so those that were stopped are left out. */
  const running = async (name: string) => {
    const [row] = await engine.rows<{ n: string }>(
      `SELECT count() AS n FROM system.processes
        WHERE query LIKE '%numbers(%${name}%' AND query NOT LIKE '%system.processes%' AND is_cancelled = 0`,
      { purpose: 'ingest' },
    )
    return Number(row?.n)
  }
  async function use(account: string, ms: number) {
    const { leave } = await begin(account, account)
    nowMs += ms
    leave()
    await until(async () => (await running(account)) === 0)
  }
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds()));
  }

  it('stops a report whose caller has left, and gives its connection to the next', async () => {
    const first = await begin('gone-1')
    const second = await begin('gone-2')
    first.leave()
    await expect(first.answer).rejects.toThrow(CallerGone)
    await until(async () => (await running('gone-1')) === 0)
    expect(await running('gone-2')).toBe(1)
    expect(await busy.rows('SELECT 1 AS n', { share: engineShare('acc_busy') })).toEqual([{ n: 1 }])
    second.leave()
    await until(async () => (await running('gone-2')) === 0)
  })

  it('removes a report that was stopped or ran out of time from the list of running statements', async () => {
    const listed = async () => {
      const [row] = await engine.rows<{ n: string }>(
        `SELECT count() AS n FROM system.processes WHERE query LIKE '%numbers(%unlisted%' AND query NOT LIKE '%system.processes%'`,
        { purpose: 'ingest' },
      )
      return Number(row?.n)
    }
    const { leave, answer } = await begin('unlisted')
    leave()
    await expect(answer).rejects.toThrow(CallerGone)
    await until(async () => (await listed()) === 0)
    const second = { maxExecutionSeconds: 1, maxMemoryBytes: 1e9 }
    const short = await openEngine({ embedded: { path: engine.path } }, { limits: { report: second } })
    await expect(short.rows(endless('unlisted'))).rejects.toThrow()
    expect(await listed()).toBe(0)
    await short.close()
  })

  it('never begins a report whose caller left while it waited', async () => {
    const held = [await begin('held-1'), await begin('held-2')]
    const leaving = new AbortController()
    const waiting = busy.rows(endless('never'), { share: engineShare('acc_busy'), signal: leaving.signal })
    leaving.abort()
    await expect(waiting).rejects.toThrow(CallerGone)
    for (const { leave } of held) leave()
    await until(async () => (await running('held-')) === 0)
    expect(await busy.rows('SELECT 1 AS n', { share: engineShare('acc_busy') })).toEqual([{ n: 1 }])
    expect(await running('never')).toBe(0)
  })

  it('stops maintenance whose caller has left', async () => {
    const leaving = new AbortController()
    const statement = `INSERT INTO FUNCTION null('n UInt64') SELECT number FROM numbers(100000000000000) WHERE 'written' != ''`
    const writing = busy.run(statement, { signal: leaving.signal })
    writing.catch(() => undefined)
    await until(async () => (await running('written')) === 1)
    leaving.abort()
    await expect(writing).rejects.toThrow(CallerGone)
    await until(async () => (await running('written')) === 0)
    // The one connection for maintenance is free again.
    await busy.run("DELETE FROM events WHERE product_id = 'prd_nobody'")
  })

  it('answers a ping and another account while one account has as many reports as it may', async () => {
    const held = [await begin('greedy-1'), await begin('greedy-2')]
    const waiting = Array.from({ length: 50 }, (_, i) => {
      const leaving = new AbortController()
      const answer = busy.rows(endless(`greedy-more-${i}`), { share: engineShare('acc_busy'), signal: leaving.signal })
      answer.catch(() => undefined)
      return { answer, leave: () => leaving.abort() }
    })
    await busy.ping()
    expect(await busy.rows('SELECT 1 AS n', { share: engineShare('acc_small') })).toEqual([{ n: 1 }])
    expect(await running('greedy-')).toBe(2)
    for (const { leave } of [...waiting, ...held]) leave()
    await until(async () => (await running('greedy-')) === 0)
  })

  it('gives maintenance the lowest priority, so that reports do not wait for what one account makes the service do', async () => {
    const [row] = await engine.rows<{ p: string }>("SELECT getSetting('priority') AS p", { purpose: 'maintenance' })
    expect(Number(row?.p)).toBe(3)
  })

  it('gives statements of an account that recently used the engine heavily a lower priority than those of the others', async () => {
    const priorityOf = async (account: string) => {
      const share = engineShare(account)
      const [row] = await busy.rows<{ p: string }>("SELECT getSetting('priority') AS p", { share })
      return Number(row?.p)
    }
    expect(await priorityOf('acc_dear')).toBe(1)
    await use('acc_dear', 60_000)
    expect([await priorityOf('acc_dear'), await priorityOf('acc_quick')]).toEqual([2, 1])
    nowMs += 60_000
    expect(await priorityOf('acc_dear')).toBe(1)
  })

  it('gives statements of an account that recently used the engine heavily half of the processors, but only while others use it', async () => {
    const threadsOf = async (account: string) => {
      const share = engineShare(account)
      const [row] = await busy.rows<{ t: string }>("SELECT toUInt32(getSetting('max_threads')) AS t", { share })
      return Number(row?.t)
    }
    // The accounts of earlier tests have not used the engine recently.
    nowMs += 600_000
    const all = await threadsOf('acc_threads')
    await use('acc_threads', 60_000)
    expect(await threadsOf('acc_threads')).toBe(all)
    await use('acc_other', 10)
    expect(await threadsOf('acc_other')).toBe(all)
    expect(await threadsOf('acc_threads')).toBe(Math.ceil(availableParallelism() / 2))
    nowMs += 60_000
    expect(await threadsOf('acc_threads')).toBe(all)
  })

  it('gives statements of reports that nobody waits for a lower priority than those of people', async () => {
    const share = { ...engineShare('acc_mails'), person: 'service' as const }
    const [row] = await busy.rows<{ p: string }>("SELECT getSetting('priority') AS p", { share })
    expect(Number(row?.p)).toBe(2)
  })

  it('runs two statements of an account at once although two heavy users have more statements than there are connections', async () => {
    nowMs += 600_000
    const held = [await begin('two-1', 'acc_dear_1')]
    nowMs += 60_000
    await use('acc_dear_2', 60_000)
    const leaving = new AbortController()
    const more = ['acc_dear_1', 'acc_dear_2'].map((account) =>
      busy.rows(endless('two-more'), { share: engineShare(account), signal: leaving.signal }),
    )
    held.push(await begin('two-light', 'acc_light'))
    expect(await busy.rows('SELECT 1', { share: engineShare('acc_light') })).toHaveLength(1)
    expect(await running('two-more')).toBe(0)
    leaving.abort()
    for (const { leave } of held) leave()
    await Promise.allSettled(more)
    await until(async () => (await running('two-')) === 0)
    nowMs += 600_000
  })

  it('answers a ping and accepts events while reports and maintenance use all their connections', async () => {
    const held = [await begin('all-1', 'acc_1'), await begin('all-2', 'acc_1'), await begin('all-3', 'acc_2')]
    const maintenance = busy.run("DELETE FROM events WHERE product_id = 'prd_nobody'")
    await Promise.all([busy.ping(), busy.ping()])
    await busy.insert('events', 'JSONEachRow', event({ product_id: 'prd_meanwhile' }), 'meanwhile')
    expect(await running('all-')).toBe(3)
    for (const { leave } of held) leave()
    await maintenance
    await until(async () => (await running('all-')) === 0)
  })

  it('closes only after the reports that are being stopped have ended', async () => {
    const closing = await openEngine({ embedded: { path: engine.path } }, { limits: { report: HOUR } })
    const leaving = new AbortController()
    const answers = ['acc_1', 'acc_1', 'acc_2'].map((account) =>
      closing.rows(endless('closing'), { share: engineShare(account), signal: leaving.signal }),
    )
    const left = Promise.allSettled(answers)
    await until(async () => (await running('closing')) === 3)
    leaving.abort()
    await closing.close()
    expect(await running('closing')).toBe(0)
    await left
  })

  it('gives every statement its time and memory limits', async () => {
    for (const purpose of ['ingest', 'report', 'maintenance'] as const) {
      const limits = "SELECT getSetting('max_execution_time') AS s, getSetting('max_memory_usage') AS b"
      const [row] = await engine.rows<{ s: string; b: string }>(limits, { purpose })
      expect({ purpose, s: Number(row?.s), b: Number(row?.b) }).toEqual({
        purpose,
        s: LIMITS[purpose].maxExecutionSeconds,
        b: LIMITS[purpose].maxMemoryBytes,
      })
    }
  })
})
