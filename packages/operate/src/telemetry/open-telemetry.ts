import type { Settings } from '@footfall/config'
import type { Watch } from '@footfall/core-domain'
import type { Telemetry, TelemetryOptions } from './telemetry.ts'

/** Opens what the settings ask for. Libraries are loaded only when needed. */
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
    watch: nested(traces?.watch, metrics?.watch),
    httpObservers: [traces?.httpObserver, metrics?.httpObserver].filter((observer) => observer !== undefined),
    confirmed: (state) => metrics?.confirmed(state),
    attempted: (channel, outcome) => metrics?.attempted(channel, outcome),
    async serveMetrics(sources) {
      if (metrics !== undefined && metricsPort !== undefined) close = await metrics.serve(sources, metricsPort, host)
    },
    async stop() {
      await Promise.all([close(), traces?.stop()])
    },
  }
}

function nested(outer: Watch | undefined, inner: Watch | undefined): Watch | undefined {
  if (outer === undefined || inner === undefined) return outer ?? inner
  return (step, work) => outer(step, () => inner(step, work))
}
