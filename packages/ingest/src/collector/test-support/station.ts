import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CollectedEvent,
  type CollectOutcome,
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

/** A real engine and, on it, as many collectors as a test wants, each test with a product and a log of its own. */
export async function openStation() {
  const root = await mkdtemp(join(tmpdir(), 'footfall-collector-'))
  const engine = await openEngine({ embedded: { path: join(root, 'engine') } })
  await createSchema(engine)
  const geo = await openGeo()
  let places = 0
  return {
    engine,
    place: (options: Partial<IngestOptions> = {}) => openPlace({ root, engine, geo, options, number: ++places }),
    async close() {
      await engine.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}
export type Station = Awaited<ReturnType<typeof openStation>>
export type Place = Awaited<ReturnType<typeof openPlace>>

interface PlaceParts {
  readonly root: string
  readonly engine: Engine
  readonly geo: Geo
  readonly number: number
  readonly options: Partial<IngestOptions>
}

async function openPlace({ root, engine, geo, number, options }: PlaceParts) {
  const product = ProductId.parse(`prd_place${number}`)
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
      random: seededRandom(`place ${number} ${starts++}`),
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
    /** Changes how the product wants its events treated; applies a second later. */
    settle(change: Partial<Omit<TrackingProfile, 'product'>>) {
      profiles.set(product, profileOf(product, change))
      clock.advance(1000)
    },
    send(body: Record<string, unknown>, origin: Partial<RequestOrigin> = {}): Promise<CollectOutcome> {
      const event = CollectedEvent.parse({ product, name: 'pageview', url: 'https://example.com/', ...body })
      return ingest.collector.event(event, originOf(origin))
    },
    /** Makes events of another product welcome here. */
    also(name: string) {
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
      const rows = await engine.rows<{ reason: string; n: string }>(
        `SELECT reason, sum(count) AS n FROM rejected_events WHERE product_id = '${product}' GROUP BY reason ORDER BY reason`,
      )
      return Object.fromEntries(rows.map(({ reason, n }) => [reason, Number(n)]))
    },
    close: () => ingest.stop(10_000),
  }
}
