import type { IncomingMessage } from 'node:http'
import type { ConfirmationState, ReadinessChecks } from '@footfall/config'
import type { Watch } from '@footfall/core-domain'
import type { Middleware } from '@footfall/http-primitives'
import type { PoolUse } from '@footfall/storage'

/** The logger methods that telemetry uses. */
export interface TelemetryLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
}

export interface IngestGauges {
  readonly pendingEvents: number
  /** When the oldest of them was accepted, in epoch milliseconds. */
  readonly pendingSince: number | undefined
  readonly logBytes: number
  readonly log: {
    /** Free space on its disk; undefined where it is not known. */
    readonly freeBytes: number | undefined
    /** Events refused since the start. */
    readonly refused: number
  }
}

export interface LiveVisitGauges {
  readonly count: number
  readonly bytes: number
  /** Visits evicted before they were over, by the limit that was reached. */
  readonly forgotten: Readonly<Record<'network' | 'product' | 'total', number>>
}

/** Sources that the gauges read at every scrape. */
export interface GaugeSources {
  readonly now: () => number
  readonly ready: Pick<ReadinessChecks, 'all'>
  readonly ingest?: { readonly bytesMax: number; status(): IngestGauges }
  readonly liveVisits?: () => LiveVisitGauges
  readonly poolUse?: (() => PoolUse) | undefined
}

/** Metrics and traces of one process. Disabled parts are undefined and cost nothing. */
export interface Telemetry {
  /** Undefined where neither metrics nor traces are enabled. */
  readonly watch: Watch | undefined
  readonly httpObservers: readonly Middleware[]
  confirmed(state: ConfirmationState): void
  /** Serves `/metrics` on `METRICS_PORT`, where that is set. */
  serveMetrics(sources: GaugeSources): Promise<void>
  /** Exports the last spans and closes the metrics port. */
  stop(): Promise<void>
}

/** The name of the app and what only it knows about a request. */
export interface TelemetryOptions {
  readonly serviceName: string
  readonly log: TelemetryLog
  /** Whether the request has a session. */
  readonly hasSession?: (req: IncomingMessage) => boolean
}
