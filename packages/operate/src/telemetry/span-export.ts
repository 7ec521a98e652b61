import { setTimeout as delay } from 'node:timers/promises'
import type { TraceSettings } from '@footfall/config'
import type { Tracer } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { STOP_DEADLINE_MS } from './stop-deadline.ts'
import type { TelemetryOptions } from './telemetry.ts'

const EXPORT_TIMEOUT_MS = 5_000
const BATCH_INTERVAL_MS = 2_000

/** Creates spans and exports them in batches. It uses no global state, so several can exist in one process. */
export function spanExport(
  settings: TraceSettings,
  { serviceName, log }: Pick<TelemetryOptions, 'serviceName' | 'log'>,
): { readonly tracer: Tracer; stop(): Promise<void> } {
  const { url, headers, protocol } = settings
  const config = { url, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT_MS }
  const exporter = protocol === 'http/json' ? new JsonExporter(config) : new ProtobufExporter(config)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName ?? serviceName }),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: logFailures(exporter, log), scheduledDelayMillis: BATCH_INTERVAL_MS }),
    ],
  })
  return {
    tracer: provider.getTracer('footfall'),
    async stop() {
      await Promise.race([provider.shutdown().catch(() => {}), delay(STOP_DEADLINE_MS, undefined, { ref: false })])
    },
  }
}

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio)
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() })
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) })
  }
}

/** The library drops failed exports silently; this logs the first failure until exports work again. */
function logFailures(exporter: SpanExporter, log: TelemetryOptions['log']): SpanExporter {
  let failing = false
  const logChange = ({ code, error }: ExportResult) => {
    const failed = code !== ExportResultCode.SUCCESS
    if (failed && !failing)
      log.warn({ problem: error?.message }, 'the trace collector does not accept spans; they are dropped until it does')
    failing = failed
  }
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        logChange(result)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
