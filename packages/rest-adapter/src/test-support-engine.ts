import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createAnalytics,
  createSchema,
  type Engine,
  type Ingest,
  memoryVersions,
  openEngine,
  openGeo,
  openIngest,
} from '@footfall/analytics'
import type { Analytics, Collector, ProductId } from '@footfall/core-domain'
import type { TestDatabase } from '@footfall/testkit'

/** The real engine in a directory of its own, with the analytics and the collector on top. */
export interface TestEngine {
  readonly engine: Engine
  services(database: TestDatabase): Promise<{ analytics: Analytics; collector: Collector }>
  /** Waits until what was collected can be queried. */
  flush(): Promise<void>
  close(): Promise<void>
}

export async function testEngine(): Promise<TestEngine> {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-rest-'))
  const engine = await openEngine({ embedded: { path: join(directory, 'clickhouse') } })
  await createSchema(engine)
  const geo = await openGeo()
  const ingests: Ingest[] = []
  let directories = 0
  return {
    engine,
    async services(database) {
      const versions = memoryVersions()
      const ingest = await openIngest({
        engine,
        directory: join(directory, `ingest-${++directories}`),
        profiles: database.control.trackingProfiles,
        salts: database.control.salts,
        ledger: database.control.payments,
        geo,
        clock: database.clock,
        random: database.random,
        logger: { info: () => {}, warn: () => {}, error: () => {} },
        bump: (product) => versions.bump(product as ProductId),
      })
      ingests.push(ingest)
      return { analytics: createAnalytics({ engine, clock: database.clock, versions }), collector: ingest.collector }
    },
    async flush() {
      for (const ingest of ingests) await ingest.flush()
    },
    async close() {
      for (const ingest of ingests) await ingest.stop(5_000)
      await engine.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
