import type { Analytics, Clock } from '@footfall/core-domain'
import type { Engine } from '../engine/engine.ts'
import type { DataVersions } from '../query/cache.ts'
import { createReader, type IngestStatus } from '../query/reader.ts'
import { answerStats } from '../query/stats.ts'
import { catalogReport } from './catalog.ts'
import { crawlersReport } from './crawlers.ts'
import { funnelResults } from './funnels.ts'
import { goalsReport } from './goals.ts'
import { healthReport } from './health.ts'
import { evidenceOf, installationOf } from './installation.ts'
import { proxyReport } from './proxy.ts'
import { realtimeReport } from './realtime.ts'
import { searchConsoleReport } from './search-console.ts'

export interface AnalyticsOptions {
  readonly engine: Engine
  readonly clock: Clock
  /** Shared with whoever writes to the engine, so that what is cached is never stale. */
  readonly versions: DataVersions
  /** What ingest holds back; without it everything accepted counts as brought in. */
  readonly ingestStatus?: () => IngestStatus
  readonly cache?: { readonly entriesMax?: number; readonly bytesMax?: number }
}

/** The reading side of the service. */
export function createAnalytics(options: AnalyticsOptions): Analytics {
  const reader = createReader(options)
  return {
    catalog: (scope) => catalogReport(reader, scope),
    query: (scope, query) => answerStats(reader, scope, query),
    realtime: (scope) => realtimeReport(reader, scope),
    goals: (scope, range) => goalsReport(reader, scope, range),
    searchConsole: (scope, range, connection) => searchConsoleReport(reader, scope, range, connection),
    crawlers: (scope, range) => crawlersReport(reader, scope, range),
    funnels: (scope, range, funnels) => funnelResults(reader, scope, range, funnels),
    health: (scope) => healthReport(reader, scope),
    installation: (scope, hostnames) => installationOf(reader, scope, hostnames),
    proxy: (scope) => proxyReport(reader, scope),
    evidence: (scope) => evidenceOf(reader, scope),
    ping: () => reader.ping(),
  }
}
