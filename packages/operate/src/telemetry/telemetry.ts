import type { IncomingMessage } from 'node:http'
import type { UnclosedDays } from '@footfall/analytics'
import type { ConfirmationState, ReadinessChecks } from '@footfall/config'
import type { Logger, Watch } from '@footfall/core-domain'
import type { Middleware } from '@footfall/http-primitives'
import type { GeoFileStatus, Ingest, IngestStatus } from '@footfall/ingest'
import type { PoolUse } from '@footfall/storage'

/** How a message of a report or an alert is sent, and how an attempt ends. */
export type DeliveryChannel = 'email' | 'webhook'
export type DeliveryOutcome = 'delivered' | 'retried' | 'failed'

/** What the gauges read at every scrape. */
export interface GaugeSources {
  readonly now: () => number
  readonly ready: Pick<ReadinessChecks, 'all'>
  readonly ingest?: { readonly bytesMax: number; status(): IngestStatus }
  readonly liveVisits?: Ingest['liveVisits']
  readonly geo?: () => GeoFileStatus
  readonly poolUse?: (() => PoolUse) | undefined
  /** Undefined until it was counted. */
  readonly rollupDays?: () => UnclosedDays | undefined
}

/** Metrics and traces of one process. Disabled parts are undefined and cost nothing. */
export interface Telemetry {
  /** Undefined where neither metrics nor traces are enabled. */
  readonly watch: Watch | undefined
  readonly httpObservers: readonly Middleware[]
  confirmed(state: ConfirmationState): void
  /** Counts an attempt to deliver a message of a report or an alert. */
  attempted(channel: DeliveryChannel, outcome: DeliveryOutcome): void
  /** Serves `/metrics` on `METRICS_PORT`, where that is set. */
  serveMetrics(sources: GaugeSources): Promise<void>
  /** Exports the last spans and closes the metrics port. */
  stop(): Promise<void>
}

/** What differs between the apps. */
export interface TelemetryOptions {
  readonly serviceName: string
  readonly log: Pick<Logger, 'warn'>
  /** Whether the request has a session. */
  readonly hasSession?: (req: IncomingMessage) => boolean
}
