import type { ConfirmationState } from '@footfall/config'
import { RELEASE_VERSION, type Step, type Watch } from '@footfall/core-domain'
import type { Middleware } from '@footfall/http-primitives'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { failureCode } from './failure-code.ts'
import { registerGauges } from './gauges.ts'
import { CLIENT_GONE, methodOf, presentedCredential, routeOf } from './http-labels.ts'
import { listenForScrapes } from './metrics-server.ts'
import type { DeliveryChannel, DeliveryOutcome, GaugeSources, TelemetryOptions } from './telemetry.ts'

export interface Metrics {
  readonly watch: Watch
  readonly httpObserver: Middleware
  confirmed(state: ConfirmationState): void
  attempted(channel: DeliveryChannel, outcome: DeliveryOutcome): void
  /** Serves the metrics until the returned function is called. */
  serve(sources: GaugeSources, port: number, host: string): Promise<() => Promise<void>>
}

const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const STEP_SECONDS = [0.002, 0.01, 0.05, 0.2, 1, 5, 15, 60]
const STATES = {
  executed: true,
  replayed: true,
  resolved_executed: true,
  arguments_differ: true,
  still_executing: true,
  outcome_unknown: true,
  refused: true,
} satisfies Record<ConfirmationState, true>

/** Prometheus metrics of one process, in a separate registry. */
export function createMetrics({ hasSession }: Pick<TelemetryOptions, 'hasSession'>): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'footfall_build_info',
    help: 'Always 1; its label is the version that runs.',
    labelNames: ['version'],
    registers,
  }).set({ version: RELEASE_VERSION }, 1)
  const requests = new Counter({
    name: 'footfall_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'credential', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'footfall_http_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames: ['route', 'credential', 'status_class'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const confirmations = new Counter({
    name: 'footfall_confirmations_total',
    help: 'Confirmed writes by how they ended.',
    labelNames: ['state'],
    registers,
  })
  // Initialized to 0, because rate() misses the first event of a new series.
  for (const state of Object.keys(STATES)) confirmations.inc({ state }, 0)
  const deliveries = new Counter({
    name: 'footfall_deliveries_total',
    help: 'Attempts to deliver messages of reports and alerts: delivered, retried later, or failed for good.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  for (const channel of ['email', 'webhook'])
    for (const outcome of ['delivered', 'retried', 'failed']) deliveries.inc({ channel, outcome }, 0)
  const measure = stepMeasures(registry)

  return {
    async watch(step, work) {
      const started = performance.now()
      try {
        const answer = await work()
        measure(step, 'ok', (performance.now() - started) / 1000)
        return answer
      } catch (error) {
        measure(step, failureCode(error), (performance.now() - started) / 1000)
        throw error
      }
    },
    httpObserver(req, res, next) {
      const started = performance.now()
      res.once('close', () => {
        const status = res.writableFinished ? res.statusCode : CLIENT_GONE
        const labels = { route: routeOf(req), credential: presentedCredential(req, hasSession) }
        requests.inc({ ...labels, method: methodOf(req), status })
        const status_class = `${Math.floor(status / 100)}xx`
        requestSeconds.observe({ ...labels, status_class }, (performance.now() - started) / 1000)
      })
      next()
    },
    confirmed: (state) => confirmations.inc({ state }),
    attempted: (channel, outcome) => deliveries.inc({ channel, outcome }),
    serve(sources, port, host) {
      registerGauges(registry, sources)
      return listenForScrapes(registry, port, host)
    },
  }
}

/** Records each kind of step in its own metrics. */
function stepMeasures(registry: Registry): (step: Step, result: string, seconds: number) => void {
  const registers = [registry]
  const operations = new Counter({
    name: 'footfall_operations_total',
    help: 'Operations, previews among them, by result: ok or the code of the error.',
    labelNames: ['operation', 'channel', 'result'],
    registers,
  })
  const operationSeconds = new Histogram({
    name: 'footfall_operation_duration_seconds',
    help: 'Time an operation took.',
    labelNames: ['operation'],
    buckets: STEP_SECONDS,
    registers,
  })
  const engineSeconds = new Histogram({
    name: 'footfall_engine_query_duration_seconds',
    help: 'Time a statement of the analytics engine took, waiting for a connection included.',
    labelNames: ['purpose', 'result'],
    buckets: STEP_SECONDS,
    registers,
  })
  const transactionSeconds = new Histogram({
    name: 'footfall_transaction_duration_seconds',
    help: 'Time a transaction of the control database took, repeats after conflicts included.',
    labelNames: ['result'],
    buckets: STEP_SECONDS,
    registers,
  })
  return (step, result, seconds) => {
    switch (step.kind) {
      case 'operation':
        operations.inc({ operation: step.operation, channel: step.channel, result })
        operationSeconds.observe({ operation: step.operation }, seconds)
        break
      case 'engine':
        engineSeconds.observe({ purpose: step.purpose, result }, seconds)
        break
      case 'transaction':
        transactionSeconds.observe({ result }, seconds)
        break
    }
  }
}
