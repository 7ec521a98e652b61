import type { IncomingMessage } from 'node:http'
import type { ConfirmationState, ReadinessChecks } from '@footfall/config'
import type { Watch } from '@footfall/core-domain'
import type { Middleware } from '@footfall/http-primitives'
import type { PoolUse } from '@footfall/storage'

/** The part of a logger that telemetry needs. */
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
    /** Events refused since the start because the log could not take them. */
    readonly refused: number
  }
}

export interface LiveVisitGauges {
  readonly count: number
  readonly bytes: number
  /** Visits given up before they were over, by the bound that was reached. */
  readonly forgotten: Readonly<Record<'network' | 'product' | 'total', number>>
}

/** What the gauges ask at every scrape. */
export interface GaugeSources {
  readonly now: () => number
  readonly ready: Pick<ReadinessChecks, 'all'>
  readonly ingest?: { readonly bytesMax: number; status(): IngestGauges }
  readonly liveVisits?: () => LiveVisitGauges
  readonly poolUse?: (() => PoolUse) | undefined
}

/** Metrics and traces of one process. What is not configured costs nothing: there is nothing to call. */
export interface Telemetry {
  /** Absent where nobody watches. */
  readonly watch: Watch | undefined
  readonly httpObservers: readonly Middleware[]
  confirmed(state: ConfirmationState): void
  /** Serves `/metrics` on `METRICS_PORT`, where that is set. */
  serveMetrics(sources: GaugeSources): Promise<void>
  /** Hands over the last spans and closes the metrics port. */
  stop(): Promise<void>
}

/** Who runs, and what only that app can tell of a request. */
export interface TelemetryOptions {
  readonly serviceName: string
  readonly log: TelemetryLog
  /** Whether a person's session came along. */
  readonly hasSession?: (req: IncomingMessage) => boolean
}
