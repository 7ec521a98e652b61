import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceUnavailable } from '@footfall/core-domain'
import { type ClickHouseHttp, seededRandom, settableClock, startClickHouseHttp } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { createSchema, openEngine } from '@footfall/warehouse'
import { eventRow } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Drain, startDrain } from './drain.ts'
import { EVENT_LINE_COLUMNS, tabbedLine } from './event-line.ts'
import { type EventLog, openLog } from './log.ts'
import { record } from './records.ts'

const NEVER_MS = 1_000_000_000
const quiet = { info() {}, warn() {}, error() {} }
const clock = settableClock()
let server: ClickHouseHttp
let engine: Engine
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'footfall-outage-'))
  server = await startClickHouseHttp()
  engine = await openEngine({ remote: { url: server.url } })
  await createSchema(engine)
})
afterAll(async () => {
  await engine.close()
  await server.stop()
  await rm(root, { recursive: true, force: true })
})

interface Replica {
  readonly log: EventLog
  readonly drain: Drain
  /** Ends like SIGKILL: what is in the log stays, and nothing more is delivered. */
  die(): Promise<void>
}

let lives = 0
async function replica(name: string, over: Partial<Engine> = {}, bytesMax?: number): Promise<Replica> {
  const log = await openLog({
    directory: join(root, name),
    clock,
    random: seededRandom(`${name} ${lives++}`),
    ...(bytesMax === undefined ? {} : { bytesMax }),
  })
  const drain = startDrain({ log, engine: { ...engine, ...over }, clock, logger: quiet, intervalMs: NEVER_MS })
  return { log, drain, die: () => log.close() }
}

let visits = 0
/** The only pageview of a visit, at the current time. */
function pageview(product: string) {
  const id = String(++visits)
  const ts = new Date(clock.now()).toISOString().slice(0, 23).replace('T', ' ')
  return record('events', eventRow({ product_id: product, visitor: id, visit: id, ts, visit_start: ts.slice(0, 19) }))
}
const rejected = (product: string) =>
  record('rejected_events', {
    product_id: product,
    hour: '2026-11-20 12:00:00',
    reason: 'bot',
    count: 1,
    last_at: '2026-11-20 12:00:00',
  })

async function counts(product: string) {
  const [row] = await engine.rows(
    `SELECT (SELECT count() FROM events WHERE product_id = '${product}') AS events,
      (SELECT sum(pageviews) FROM events_15m WHERE product_id = '${product}') AS summed,
      (SELECT uniqExactMerge(visitors) FROM events_15m WHERE product_id = '${product}') AS visitors,
      (SELECT sum(count) FROM rejected_events WHERE product_id = '${product}') AS rejected`,
  )
  return row as Readonly<Record<string, string>>
}
const all = (n: number, rejections = 0) => ({
  events: String(n),
  summed: String(n),
  visitors: String(n),
  rejected: String(rejections),
})

/** The server inserts the block, and its answer is lost. */
const losingAnswers: Partial<Engine> = {
  async insert(...block) {
    await engine.insert(...block)
    throw new ServiceUnavailable()
  },
}

/** Inserts blocks until the server has forgotten all earlier tokens. */
async function fillTheWindow(blocks: number): Promise<void> {
  const other = await replica(`other ${lives}`)
  for (let block = 0; block < blocks; block++) {
    await other.log.append([pageview('prd_other'), rejected('prd_other')])
    await other.drain.flush()
  }
  await other.die()
}

const WINDOW = 5
async function shrinkTheWindow(): Promise<void> {
  for (const table of ['events', 'events_15m', 'rejected_events'])
    await engine.run(`ALTER TABLE ${table} MODIFY SETTING non_replicated_deduplication_window = ${WINDOW}`)
}

describe('an outage of ClickHouse', () => {
  it('an outage fills the log of each replica up to its size, then rejects events; afterwards each log is delivered in order without duplicates', async () => {
    const [a, b] = await Promise.all([replica('a', {}, 6000), replica('b')])
    await server.pause()
    for (const { log, drain } of [a, b]) {
      for (let i = 0; i < 3; i++) {
        await log.append([pageview('prd_outage')])
        await expect(drain.flush()).rejects.toBeInstanceOf(ServiceUnavailable)
      }
    }
    let accepted = 6
    for (let rejected = false; !rejected; ) {
      await a.log.append([pageview('prd_outage')]).then(
        () => accepted++,
        (error: unknown) => {
          rejected = error instanceof ServiceUnavailable && error.retryAfterSeconds > 0
        },
      )
    }
    expect(a.log.pending().bytes).toBeLessThanOrEqual(6000)
    await server.resume()
    await Promise.all([a.drain.flush(), b.drain.flush()])
    expect(await counts('prd_outage')).toEqual(all(accepted))
    await a.log.append([pageview('prd_outage')])
    await a.drain.flush()
    expect(await counts('prd_outage')).toEqual(all(accepted + 1))
    await Promise.all([a.die(), b.die()])
  })

  it('duplicates no event when the server inserted a block, died before its answer, and came back', async () => {
    const a = await replica('died', losingAnswers)
    await a.log.append([pageview('prd_died'), pageview('prd_died'), rejected('prd_died')])
    await expect(a.drain.flush()).rejects.toBeInstanceOf(ServiceUnavailable)
    await server.pause()
    await server.resume()
    await a.die()
    const again = await replica('died')
    await again.drain.flush()
    expect(await counts('prd_died')).toEqual(all(2, 1))
    await again.die()
  })
})

describe('a block delivered again after the server has forgotten its token', () => {
  it('a block delivered again would be inserted twice if only its token were compared', async () => {
    await shrinkTheWindow()
    const block = tabbedLine(pageview('prd_naive').text)
    await engine.insert('events', 'TSV', block, 'naive', EVENT_LINE_COLUMNS)
    await fillTheWindow(4 * WINDOW)
    await engine.insert('events', 'TSV', block, 'naive', EVENT_LINE_COLUMNS)
    expect(await counts('prd_naive')).toMatchObject({ events: '2', summed: '2' })
  })

  it('a block delivered again is recognized by its content in the same process', async () => {
    const over: Partial<Engine> = { ...losingAnswers }
    const a = await replica('same', over)
    await a.log.append([pageview('prd_same'), pageview('prd_same')])
    await expect(a.drain.flush()).rejects.toBeInstanceOf(ServiceUnavailable)
    await fillTheWindow(4 * WINDOW)
    clock.advance(61_000)
    await expect(a.drain.flush()).resolves.toBeUndefined()
    expect(await counts('prd_same')).toEqual(all(2))
    expect(a.log.pending().records).toBe(0)
    await a.die()
  })

  it('a block delivered again is recognized after the replica was killed and stayed down, and blocks not attempted before are inserted once', async () => {
    const a = await replica('killed', losingAnswers)
    await a.log.append([pageview('prd_killed'), pageview('prd_killed')])
    await expect(a.drain.flush()).rejects.toBeInstanceOf(ServiceUnavailable)
    await a.log.append([pageview('prd_killed'), rejected('prd_killed')])
    await a.log.rotate()
    await a.log.append([pageview('prd_killed')])
    await a.die()
    await fillTheWindow(4 * WINDOW)
    clock.advance(3_600_000)
    const again = await replica('killed')
    await again.drain.flush()
    expect(await counts('prd_killed')).toEqual(all(4, 1))
    await again.die()
  })

  it('a block delivered again is recognized when the replica was killed between insert and deletion, with all other rows of the segment', async () => {
    const a = await replica('undeleted')
    await a.log.append([pageview('prd_undeleted'), rejected('prd_undeleted')])
    const kept = { ...a.log, remove: () => Promise.reject(new ServiceUnavailable()) }
    const dying = startDrain({ log: kept, engine, clock, logger: quiet, intervalMs: NEVER_MS })
    await expect(dying.flush()).rejects.toBeInstanceOf(ServiceUnavailable)
    await a.die()
    await fillTheWindow(4 * WINDOW)
    clock.advance(3_600_000)
    const again = await replica('undeleted')
    await again.drain.flush()
    expect(await counts('prd_undeleted')).toEqual(all(1, 1))
    await again.die()
  })

  it('a block delivered again completes the rollup when the server died between table and rollup', async () => {
    const a = await replica('torn', {
      async insert(...block) {
        await engine.run('DETACH TABLE events_15m_mv')
        await engine.insert(...block).finally(() => engine.run('ATTACH TABLE events_15m_mv'))
        throw new ServiceUnavailable()
      },
    })
    await a.log.append([pageview('prd_torn')])
    await expect(a.drain.flush()).rejects.toBeInstanceOf(ServiceUnavailable)
    expect(await counts('prd_torn')).toMatchObject({ events: '1', summed: '0' })
    await a.die()
    clock.advance(3_600_000)
    const again = await replica('torn')
    await again.drain.flush()
    expect(await counts('prd_torn')).toEqual(all(1))
    await again.die()
  })
})
