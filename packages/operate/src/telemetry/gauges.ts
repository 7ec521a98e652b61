import { Counter, Gauge, type Registry } from 'prom-client'
import type { GaugeSources } from './telemetry.ts'

/** Metrics that are read at each scrape. */
export function registerGauges(
  registry: Registry,
  { now, ready, ingest, liveVisits, geo, poolUse, rollupDays }: GaugeSources,
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  new Gauge({
    name: 'footfall_check_up',
    help: 'Checks of /readyz: 1 while it works, 0 while it is down.',
    labelNames: ['check'],
    registers: [registry],
    async collect() {
      for (const [check, state] of Object.entries((await ready.all()).checks))
        this.set({ check }, state === 'ok' ? 1 : 0)
    },
  })
  if (ingest !== undefined) {
    gauge(
      'footfall_ingest_pending_events',
      'Events acknowledged and not yet in the engine.',
      () => ingest.status().pendingEvents,
    )
    gauge('footfall_ingest_lag_seconds', 'Age of the oldest event that is not yet in the engine.', () => {
      const { pendingSince } = ingest.status()
      return pendingSince === undefined ? 0 : Math.max(0, now() - pendingSince) / 1000
    })
    gauge('footfall_ingest_log_bytes', 'Size of the ingest log on the disk.', () => ingest.status().logBytes)
    gauge(
      'footfall_ingest_log_bytes_max',
      'Size beyond which collecting answers 503 (INGEST_LOG_BYTES_MAX).',
      () => ingest.bytesMax,
    )
    gauge(
      'footfall_ingest_disk_free_bytes',
      'Free space on the disk of the ingest log; NaN where it is not known.',
      () => ingest.status().log.freeBytes ?? Number.NaN,
    )
    let counted = 0
    new Counter({
      name: 'footfall_ingest_refused_events_total',
      help: 'Events that the ingest log could not take.',
      registers: [registry],
      collect() {
        const { refused } = ingest.status().log
        this.inc(refused - counted)
        counted = refused
      },
    })
  }
  if (liveVisits !== undefined) {
    gauge('footfall_live_visits', 'Visits that are going on.', () => liveVisits().count)
    gauge(
      'footfall_live_visit_bytes',
      'Memory of live visits, as LIVE_VISIT_BYTES_MAX limits it.',
      () => liveVisits().bytes,
    )
    new Counter({
      name: 'footfall_live_visits_forgotten_total',
      help: 'Live visits dropped to stay within a limit: their visitors begin another visit.',
      labelNames: ['bound'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [bound, count] of Object.entries(liveVisits().forgotten)) this.inc({ bound }, count)
      },
    })
  }
  if (rollupDays !== undefined) {
    new Gauge({
      name: 'footfall_rollup_days',
      help: 'Days of all products whose events reports read: open ones are not closed yet, dirty ones got events since.',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        for (const [state, days] of Object.entries(rollupDays() ?? {})) this.set({ state }, days)
      },
    })
  }
  if (geo !== undefined) {
    gauge(
      'footfall_geo_database_built_seconds',
      'When the geo database in memory was built, in seconds since 1970.',
      () => geo().builtAt.getTime() / 1000,
    )
    new Counter({
      name: 'footfall_geo_database_reloads_total',
      help: 'New files of the geo database: read, or rejected because they cannot be used.',
      labelNames: ['result'],
      registers: [registry],
      collect() {
        const { reloads, rejected } = geo()
        this.reset()
        this.inc({ result: 'read' }, reloads)
        this.inc({ result: 'refused' }, rejected)
      },
    })
  }
  if (poolUse !== undefined) {
    gauge('footfall_postgres_pool_in_use', 'PostgreSQL connections that work.', () => poolUse().inUse)
    gauge('footfall_postgres_pool_idle', 'PostgreSQL connections that wait for work.', () => poolUse().idle)
    gauge('footfall_postgres_pool_waiting', 'Statements that wait for a connection.', () => poolUse().waiting)
    gauge('footfall_postgres_pool_max', 'PostgreSQL connections that this process may hold.', () => poolUse().max)
  }
}
