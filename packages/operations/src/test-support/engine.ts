import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnalyticsOptions, createAnalytics, memoryVersions } from '@footfall/analytics'
import type { Analytics, Collector, ProductId } from '@footfall/core-domain'
import { activeAccounts, type Ingest, intakeTurns, openGeo, openIngest } from '@footfall/ingest'
import type { TestDatabase } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { testEngine as emptyEngine } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll } from 'vitest'

/** The real engine, with the analytics and the collector on top. */
export interface TestEngine {
  readonly engine: Engine
  services(
    database: TestDatabase,
    /** How reports are made, where it is not as usual. */
    reports?: Partial<AnalyticsOptions>,
  ): Promise<{ analytics: Analytics; collector: Collector; beginIntake: ReturnType<typeof intakeTurns> }>
  /** The same engine, in which reports of one account, or of all, take as long as it lets them. */
  withEndlessReports(account?: string): Engine
  /** Waits until so many endless reports are being worked on. */
  untilWorkingOn(reports: number): Promise<void>
  /** Waits until what was collected can be queried. */
  flush(): Promise<void>
}

const ENDLESS_REPORT = 'SELECT count() AS v FROM numbers(100000000000000) WHERE number % 3 = 0'

/** The engine of a suite. Call it at the top of a file or inside `describe`; what it returns works inside hooks and tests. */
export function testEngine(): TestEngine {
  const engine = emptyEngine()
  const ingests: Ingest[] = []
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'footfall-ingests-'))
  })
  afterAll(async () => {
    for (const ingest of ingests) await ingest.stop(5_000)
    await rm(directory, { recursive: true, force: true })
  })
  return {
    engine,
    async services(database, reports) {
      const versions = memoryVersions()
      const ingest = await openIngest({
        engine,
        directory: join(directory, String(ingests.length)),
        profiles: database.control.trackingProfiles,
        salts: database.control.salts,
        ledger: database.control.payments,
        geo: await openGeo(),
        clock: database.clock,
        random: database.random,
        logger: { info: () => {}, warn: () => {}, error: () => {} },
        bump: (product) => versions.bump(product as ProductId),
      })
      ingests.push(ingest)
      const analytics = createAnalytics({ engine, clock: database.clock, versions, ...reports })
      const nowMs = () => database.clock.now()
      const beginIntake = intakeTurns({ nowMs, after: (_ms, then) => then(), active: activeAccounts(nowMs) })
      return { analytics, collector: ingest.collector, beginIntake }
    },
    withEndlessReports: (account) => ({
      ...engine,
      rows: (sql, options) =>
        engine.rows(account === undefined || account === options?.share?.account ? ENDLESS_REPORT : sql, options),
    }),
    async untilWorkingOn(reports) {
      // One that was stopped stays listed until its connection takes the next statement.
      const working = `SELECT count() AS n FROM system.processes
        WHERE query LIKE '%numbers(%' AND query NOT LIKE '%system.processes%' AND is_cancelled = 0`
      for (;;) {
        const [row] = await engine.rows<{ n: string }>(working, { purpose: 'ingest' })
        if (Number(row?.n) === reports) return
      }
    },
    async flush() {
      for (const ingest of ingests) await ingest.flush()
    },
  }
}
