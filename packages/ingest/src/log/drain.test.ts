import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServiceUnavailable } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { createSchema, openEngine } from '@footfall/warehouse'
import { eventRow } from '@footfall/warehouse/test-support'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDrain } from './drain.ts'
import { type EventLog, openLog } from './log.ts'
import { eventOf, record } from './records.ts'

const clock = settableClock()
const quiet = { info() {}, warn() {}, error() {} }
const NEVER_MS = 1_000_000_000
let root: string
let engine: Engine
let log: EventLog
let run = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'footfall-drain-'))
  await dieAfterInsert()
  engine = await openEngine({ embedded: { path: join(root, 'engine') } })
  await createSchema(engine)
})
afterAll(async () => {
  await engine.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(async () => {
  run++
  log = await openLog({ directory: join(root, `log-${run}`), clock, random: seededRandom(`drain ${run}`) })
})
afterEach(() => log.close())

const event = (change: Parameters<typeof eventRow>[0] = {}) =>
  record('events', eventRow({ product_id: `prd_${run}`, ...change }))

async function counts(product: string) {
  const [base] = await engine.rows<{ events: string; visits: string }>(
    `SELECT count() AS events, sum(visit_starts) AS visits FROM events WHERE product_id = '${product}'`,
  )
  const [rollup] = await engine.rows<{ pageviews: string; visits: string; visitors: string }>(
    `SELECT sum(pageviews) AS pageviews, sum(visits) AS visits, uniqExactMerge(visitors) AS visitors
     FROM events_15m WHERE product_id = '${product}'`,
  )
  return { ...base, rollup }
}

/** An engine of which every insert, of rows as text and of a file, goes `through` something. */
function inserting(through: (insert: () => Promise<void>) => Promise<void>): Engine {
  return {
    ...engine,
    insert: (...block) => through(() => engine.insert(...block)),
    run: (...statement) => through(() => engine.run(...statement)),
  }
}

/** An engine that can be unavailable; `loseAnswers` inserts and then reports a failure. */
function unreliable() {
  const state = { unavailable: false, loseAnswers: false, attempts: 0 }
  const wrapped = inserting(async (insert) => {
    state.attempts++
    if (state.unavailable) throw new ServiceUnavailable()
    await insert()
    if (state.loseAnswers) throw new ServiceUnavailable()
  })
  return { wrapped, state }
}

describe('the drain', () => {
  it.each([
    ['of the day that is running', ['2026-11-20 00:00:00', '2026-11-20 12:00:00'], 'the running day'],
    ['of a visit that began the day before', ['2026-11-20 12:00:00', '2026-11-19 23:59:59'], 'any day'],
  ] as const)('reports to which days events belong: %s', async (_, begun, changed) => {
    const bumped: unknown[] = []
    const noon = settableClock('2026-11-20T12:00:01Z')
    const bump = (_product: string, days: unknown) => bumped.push(days)
    const drain = startDrain({ clock: noon, log, engine, logger: quiet, intervalMs: NEVER_MS, bump })
    for (const visit_start of begun) await log.append([event({ visit_start })])
    await drain.flush()
    expect(bumped).toEqual([changed])
    await drain.stop(0)
  })

  it('reports that events of any day may have come, after a start with a file of an earlier process', async () => {
    await log.append([event({ visit_start: '2026-11-20 12:00:00' })])
    const read = await Promise.all((await log.rotate()).map((segment) => log.read(segment)))
    expect(read.flat().map(({ begun }) => begun)).toEqual([undefined])
    const bumped: unknown[] = []
    const unread: typeof log = {
      ...log,
      rotate: async () => (await log.rotate()).map(({ written: _, ...segment }) => segment),
    }
    const bump = (_product: string, days: unknown) => bumped.push(days)
    const drain = startDrain({ clock, log: unread, engine, logger: quiet, intervalMs: NEVER_MS, bump })
    await drain.flush()
    expect(bumped).toEqual(['any day'])
    await drain.stop(0)
  })

  it('delivers rows of every table, empties the log, and reports the products of the rows', async () => {
    const bumped: string[] = []
    const drain = startDrain({
      clock,
      log,
      engine,
      logger: quiet,
      intervalMs: NEVER_MS,
      bump: (product) => bumped.push(product),
    })
    const product = `prd_${run}`
    await log.append([
      event(),
      record('rejected_events', {
        product_id: product,
        hour: '2026-11-20 12:00:00',
        reason: 'bot',
        count: 3,
        last_at: '2026-11-20 12:10:00',
      }),
      record('proxied_events', {
        product_id: product,
        hour: '2026-11-20 12:00:00',
        hostname: 'x.example',
        client_address: 'missing',
        count: 2,
        last_at: '2026-11-20 12:10:00',
      }),
      record('crawler_hits', {
        product_id: product,
        ts: '2026-11-20 12:00:00',
        crawler: 'Googlebot',
        purpose: 'search',
        hostname: 'example.com',
        path: '/',
        status: 200,
        seen_by: 'intake',
      }),
    ])
    await log.append([event({ product_id: 'prd_other', props: { __proto__x: '1', ключ: '💥' } })])
    await drain.flush()
    expect(log.pending()).toEqual({ records: 0, bytes: 0, since: undefined })
    expect(bumped.sort()).toEqual([product, 'prd_other'].sort())
    expect(await counts(product)).toEqual({
      events: '1',
      visits: '1',
      rollup: { pageviews: '1', visits: '1', visitors: '1' },
    })
    for (const table of ['rejected_events', 'proxied_events', 'crawler_hits']) {
      const [row] = await engine.rows<{ n: string }>(
        `SELECT count() AS n FROM ${table} WHERE product_id = '${product}'`,
      )
      expect(row?.n, table).toBe('1')
    }
  })

  it('the drain keeps all events in order during an outage, and reports how many wait', async () => {
    const { wrapped, state } = unreliable()
    const drain = startDrain({ clock, log, engine: wrapped, logger: quiet, intervalMs: NEVER_MS })
    state.unavailable = true
    for (let i = 0; i < 3; i++) {
      await log.append([event({ visitor: String(i + 1) })])
      await expect(drain.flush()).rejects.toBeInstanceOf(ServiceUnavailable)
    }
    expect(log.pending()).toMatchObject({ records: 3, since: clock.now() })
    expect(state.attempts).toBe(3)
    state.unavailable = false
    await drain.flush()
    expect(log.pending().records).toBe(0)
    expect(await counts(`prd_${run}`)).toMatchObject({ events: '3', rollup: { pageviews: '3', visitors: '3' } })
  })

  it('the drain retries until the engine is available again', async () => {
    const { wrapped, state } = unreliable()
    state.unavailable = true
    const drain = startDrain({ clock, log, engine: wrapped, logger: quiet, intervalMs: 5, backoffMsMax: 10 })
    await log.append([event()])
    await expect.poll(() => state.attempts).toBeGreaterThan(3)
    state.unavailable = false
    await expect.poll(() => log.pending().records).toBe(0)
    expect(await drain.stop(1000)).toEqual({ emptied: true })
    expect((await counts(`prd_${run}`)).events).toBe('1')
  })

  it('counts no event twice when the engine inserted a block and the answer was lost', async () => {
    const { wrapped, state } = unreliable()
    const drain = startDrain({ clock, log, engine: wrapped, logger: quiet, intervalMs: NEVER_MS })
    await log.append([event(), event({ visit_starts: 0, pv_seq: 2 })])
    state.loseAnswers = true
    for (let i = 0; i < 3; i++) await expect(drain.flush()).rejects.toThrow()
    state.loseAnswers = false
    await drain.flush()
    expect(await counts(`prd_${run}`)).toEqual({
      events: '2',
      visits: '1',
      rollup: { pageviews: '2', visits: '1', visitors: '1' },
    })
  })

  it('stores a row that the engine rejects for its content in a file, and inserts all others once', async () => {
    const errors: unknown[] = []
    const logger = { ...quiet, error: (...args: unknown[]) => errors.push(args) }
    const { wrapped, state } = unreliable()
    const drain = startDrain({ clock, log, engine: wrapped, logger, intervalMs: NEVER_MS })
    const poison = record('events', eventRow({ product_id: `prd_${run}`, revenue: 'secret words of a visitor' }))
    await log.append([
      ...Array.from({ length: 40 }, () => event()),
      poison,
      ...Array.from({ length: 60 }, () => event()),
    ])
    state.loseAnswers = true
    await expect(drain.flush()).rejects.toBeInstanceOf(ServiceUnavailable)
    state.loseAnswers = false
    await drain.flush()
    expect(await counts(`prd_${run}`)).toMatchObject({ events: '100', rollup: { pageviews: '100' } })
    const rejected = join(root, `log-${run}`, 'rejected')
    const [file = ''] = await readdir(rejected)
    expect(await readFile(join(rejected, file), 'utf8')).toBe(`${JSON.stringify(eventOf(poison))}\n`)
    expect(JSON.stringify(errors)).not.toContain('secret words')
    expect(errors).toHaveLength(1)
  })

  it.each([
    ['75', 'Cannot write to file: No space left on device'],
    ['1001', 'std::filesystem: No space left on device'],
    ['1001', 'std::filesystem: Read-only file system'],
  ])('rejects no row for a disk error of the engine: code %s, %s', async (code, message) => {
    const rejecting = inserting(() => Promise.reject(Object.assign(new Error(message), { code })))
    const full = startDrain({ clock, log, engine: rejecting, logger: quiet, intervalMs: NEVER_MS })
    await log.append([event()])
    await expect(full.flush()).rejects.toBeInstanceOf(ServiceUnavailable)
    await startDrain({ clock, log, engine, logger: quiet, intervalMs: NEVER_MS }).flush()
    expect((await counts(`prd_${run}`)).events).toBe('1')
  })

  it('logs once a minute that the engine is unavailable, and once that it is available again', async () => {
    const { wrapped, state } = unreliable()
    const lines: string[] = []
    const write = (_fields: object, message: string) => void lines.push(message)
    const logger = { info: write, warn: write, error: write }
    state.unavailable = true
    await log.append([event()])
    const drain = startDrain({ clock, log, engine: wrapped, logger, intervalMs: 1, backoffMsMax: 1 })
    await expect.poll(() => state.attempts).toBeGreaterThan(5)
    expect(lines).toEqual(['Events wait in the ingest log: the engine is unavailable.'])
    clock.advance(60_000)
    await expect.poll(() => lines.length).toBe(2)
    state.unavailable = false
    await expect.poll(() => lines.slice(2)).toEqual(['The engine accepts events again.'])
    await drain.stop(1000)
  })

  it('does not reject a whole log when a table is missing', async () => {
    const drain = startDrain({
      clock,
      log,
      engine: {
        ...engine,
        run: (statement, options) => engine.run(statement.replace('INTO events', 'INTO absent'), options),
      },
      logger: quiet,
      intervalMs: NEVER_MS,
    })
    await log.append([event()])
    await expect(drain.flush()).rejects.toBeInstanceOf(ServiceUnavailable)
    expect(log.pending().records).toBe(1)
    expect(await readdir(join(root, `log-${run}`))).not.toContain('rejected')
  })

  it('the drain stops at its deadline and leaves the log unchanged', async () => {
    const begun = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const hanging = inserting(() => {
      begun.resolve()
      return answer.promise
    })
    const drain = startDrain({ clock, log, engine: hanging, logger: quiet, intervalMs: NEVER_MS })
    await log.append([event()])
    expect(await drain.stop(20)).toEqual({ emptied: false })
    expect(log.pending().records).toBe(1)
    await begun.promise
    answer.resolve()
    await expect.poll(() => log.pending().records).toBe(0)
  })

  it('the drain changes neither the table nor its rollup when SIGKILL hits between insert and deletion', async () => {
    const once = { events: '500', visits: '500', rollup: { pageviews: '500', visits: '500', visitors: '500' } }
    expect(await counts('prd_test')).toEqual(once)
    const left = await openLog({ directory: join(root, 'log-of-the-dead'), clock, random: seededRandom('after') })
    expect(left.pending().records).toBe(500)
    await startDrain({ clock, log: left, engine, logger: quiet, intervalMs: NEVER_MS }).flush()
    expect(left.pending().records).toBe(0)
    expect(await counts('prd_test')).toEqual(once)
    await left.close()
  })
})

/** An embedded engine belongs to one process, so this one ends before the tests open theirs. */
function dieAfterInsert(): Promise<void> {
  const script = fileURLToPath(new URL('./test-support/die-after-insert.ts', import.meta.url))
  const child = spawn(process.execPath, [
    '--conditions=footfall-source',
    script,
    join(root, 'log-of-the-dead'),
    join(root, 'engine'),
  ])
  return new Promise((resolve, reject) => {
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    child.on('close', (_code, signal) => (signal === 'SIGKILL' ? resolve() : reject(new Error(errors))))
  })
}
