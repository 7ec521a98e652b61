import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BatchedEvent,
  CollectedEvent,
  type CollectOutcome,
  type IntakeTurns,
  ProductId,
  type RequestOrigin,
  type TrackingProfile,
} from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import type { Engine, EventRow } from '@footfall/warehouse'
import { createSchema, openEngine } from '@footfall/warehouse'
import { type Geo, openGeo } from '../../enrich/geo.ts'
import { type Ingest, type IngestOptions, openIngest } from '../ingest.ts'
import { ledgerInMemory, originOf, profileOf, saltsInMemory } from './ports.ts'

const NEVER_MS = 1_000_000_000
export const START = '2026-11-20T12:00:00.000Z'

/** A real engine with any number of collectors on it, each with its own product and log. */
export async function openCollectorFixture() {
  const root = await mkdtemp(join(tmpdir(), 'footfall-collector-'))
  const engine = await openEngine({ embedded: { path: join(root, 'engine') } })
  await createSchema(engine)
  const geo = await openGeo()
  let collectors = 0
  return {
    engine,
    openCollector: (options: Partial<IngestOptions> = {}) =>
      openTestCollector({ root, engine, geo, options, number: ++collectors }),
    async close() {
      await engine.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}
export type CollectorFixture = Awaited<ReturnType<typeof openCollectorFixture>>
export type TestCollector = Awaited<ReturnType<typeof openTestCollector>>

interface TestCollectorOptions {
  readonly root: string
  readonly engine: Engine
  readonly geo: Geo
  readonly number: number
  readonly options: Partial<IngestOptions>
}

async function openTestCollector({ root, engine, geo, number, options }: TestCollectorOptions) {
  const product = ProductId.parse(`prd_collector${number}`)
  const clock = settableClock(START)
  const ledger = ledgerInMemory()
  const profiles = new Map<string, TrackingProfile>([[product, profileOf(product)]])
  let starts = 0
  const start = (changed: Partial<IngestOptions> = {}) =>
    openIngest({
      engine,
      directory: join(root, `log-${number}`),
      profiles: { find: async (id) => profiles.get(id) },
      salts: saltsInMemory(),
      ledger,
      geo,
      clock,
      random: seededRandom(`collector ${number} ${starts++}`),
      logger: { info() {}, warn() {}, error() {} },
      intervalMs: NEVER_MS,
      ...options,
      ...changed,
    })
  let ingest: Ingest = await start()

  return {
    product,
    directory: join(root, `log-${number}`),
    clock,
    ledger,
    get ingest() {
      return ingest
    },
    /** Changes the settings of the product; they apply a second later. */
    configure(change: Partial<Omit<TrackingProfile, 'product'>>) {
      profiles.set(product, profileOf(product, change))
      clock.advance(1000)
    },
    send(body: Record<string, unknown>, origin: Partial<RequestOrigin> = {}): Promise<CollectOutcome> {
      const event = CollectedEvent.parse({ product, name: 'pageview', url: 'https://example.com/', ...body })
      return ingest.collector.event(event, originOf(origin))
    },
    /** Events of servers; each is a pageview of one visitor, now, unless it says otherwise. */
    batch(...events: readonly Record<string, unknown>[]) {
      return this.batchInTurns(undefined, ...events)
    },
    batchInTurns(turns: IntakeTurns | undefined, ...events: readonly Record<string, unknown>[]) {
      const timestamp = new Date(clock.now()).toISOString()
      const { address, userAgent } = originOf()
      const whole = { name: 'pageview', url: 'https://example.com/', timestamp, ip: address, user_agent: userAgent }
      return ingest.collector.batch(
        product,
        events.map((event) => BatchedEvent.parse({ ...whole, ...event })),
        turns,
      )
    },
    /** Adds another product. */
    addProduct(name: string) {
      const other = ProductId.parse(`prd_${name}`)
      profiles.set(other, profileOf(other))
    },
    async restart(changed: Partial<IngestOptions> = {}) {
      await ingest.stop(10_000)
      ingest = await start(changed)
    },
    async rows(): Promise<readonly EventRow[]> {
      await ingest.flush()
      return engine.rows<EventRow>(`SELECT * FROM events WHERE product_id = '${product}' ORDER BY ts, pv_seq`)
    },
    async rejected(): Promise<Readonly<Record<string, number>>> {
      await ingest.flush()
      const rows = await engine.rows<{ reason: string; total: string }>(
        `SELECT reason, sum(count) AS total FROM rejected_events WHERE product_id = '${product}' GROUP BY reason ORDER BY reason`,
      )
      return Object.fromEntries(rows.map(({ reason, total }) => [reason, Number(total)]))
    },
    close: () => ingest.stop(10_000),
  }
}
