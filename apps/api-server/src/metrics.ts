import { createServer, type Server } from 'node:http'
import type { RequestHandler } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface MetricsSources {
  /** Events acknowledged and not yet in the engine. */
  pendingEvents(): number
}

export interface Metrics {
  readonly observer: RequestHandler
  listen(port: number, host: string): Promise<Server>
}

/** Prometheus metrics. They are served on a port of their own, so that the public one never shows them. */
export function createMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'footfall_http_requests_total',
    help: 'Answered requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'footfall_http_request_duration_seconds',
    help: 'Time to answer, by route.',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'footfall_ingest_pending_events',
    help: 'Events acknowledged and not yet in the engine.',
    registers: [registry],
    collect() {
      this.set(sources.pendingEvents())
    },
  })
  return {
    observer(req, res, next) {
      const stop = duration.startTimer()
      res.on('finish', () => {
        // The pattern, never the path itself: identifiers would make a time series each.
        const route = typeof req.route?.path === 'string' ? req.route.path : 'other'
        requests.inc({ method: req.method, route, status: res.statusCode })
        stop({ route })
      })
      next()
    },
    listen(port, host) {
      const server = createServer((req, res) => {
        if (req.url !== '/metrics') {
          res.writeHead(404).end()
          return
        }
        registry.metrics().then(
          (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
          () => res.writeHead(500).end(),
        )
      })
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => resolve(server))
      })
    },
  }
}
