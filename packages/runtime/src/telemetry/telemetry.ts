import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Watch } from '@footfall/core-domain'
import type { PoolUse } from '@footfall/storage'
import type { Settings } from '../settings.ts'
import type { ConfirmationState } from './confirmation-states.ts'

/** Looks at a request on its way in and at its answer on its way out; shaped so that Express takes it as it is. */
export type HttpObserver = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** The part of a logger that telemetry needs. */
export interface TelemetryLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
}

export interface IngestGauges {
  readonly pendingEvents: number
  /** When the oldest of them was accepted, in epoch milliseconds. */
  readonly pendingSince: number | undefined
  readonly logBytes: number
}

/** What the gauges ask at every scrape. */
export interface GaugeSources {
  readonly now: () => number
  readonly ingest?: { readonly bytesMax: number; status(): IngestGauges }
  readonly poolUse?: (() => PoolUse) | undefined
}

/** Metrics and traces of one process. What is not configured costs nothing: there is nothing to call. */
export interface Telemetry {
  /** Absent where nobody watches. */
  readonly watch: Watch | undefined
  readonly httpObservers: readonly HttpObserver[]
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

/** Opens what the settings ask for. The libraries of either are loaded only then. */
export async function openTelemetry(
  settings: Pick<Settings, 'metricsPort' | 'host' | 'traces'>,
  options: TelemetryOptions,
): Promise<Telemetry> {
  const { metricsPort, host, traces: traceSettings } = settings
  const traces =
    traceSettings === undefined ? undefined : (await import('./traces.ts')).openTraces(traceSettings, options)
  const metrics = metricsPort === undefined ? undefined : (await import('./metrics.ts')).createMetrics(options)
  let close = async () => {}
  return {
    watch: both(traces?.watch, metrics?.watch),
    httpObservers: [traces?.httpObserver, metrics?.httpObserver].filter((observer) => observer !== undefined),
    confirmed: (state) => metrics?.confirmed(state),
    async serveMetrics(sources) {
      if (metrics !== undefined && metricsPort !== undefined) close = await metrics.serve(sources, metricsPort, host)
    },
    async stop() {
      await Promise.all([close(), traces?.stop()])
    },
  }
}

function both(outer: Watch | undefined, inner: Watch | undefined): Watch | undefined {
  if (outer === undefined || inner === undefined) return outer ?? inner
  return (step, work) => outer(step, () => inner(step, work))
}
