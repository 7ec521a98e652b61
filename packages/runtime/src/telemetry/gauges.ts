import { Gauge, type Registry } from 'prom-client'
import type { GaugeSources } from './telemetry.ts'

/** What is read at the moment of a scrape. */
export function registerGauges(registry: Registry, { now, ingest, poolUse }: GaugeSources): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
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
  }
  if (poolUse !== undefined) {
    gauge('footfall_postgres_pool_in_use', 'PostgreSQL connections that work.', () => poolUse().inUse)
    gauge('footfall_postgres_pool_idle', 'PostgreSQL connections that wait for work.', () => poolUse().idle)
    gauge('footfall_postgres_pool_waiting', 'Statements that wait for a connection.', () => poolUse().waiting)
    gauge('footfall_postgres_pool_max', 'PostgreSQL connections that this process may hold.', () => poolUse().max)
  }
}
