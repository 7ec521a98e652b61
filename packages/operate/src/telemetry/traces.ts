import type { IncomingMessage } from 'node:http'
import type { TraceSettings } from '@footfall/config'
import type { Step, TraceContext, Watch } from '@footfall/core-domain'
import type { Middleware } from '@footfall/http-primitives'
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { failureCode } from './failure-code.ts'
import { CLIENT_GONE, methodOf, presentedCredential, routeOf } from './http-labels.ts'
import { spanExport } from './span-export.ts'
import type { TelemetryOptions } from './telemetry.ts'

export interface Traces {
  readonly watch: Watch
  readonly httpObserver: Middleware
  /** Exports the remaining spans, within a second. */
  stop(): Promise<void>
}

/** Health checks, requested every few seconds by machines. */
const UNTRACED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/readyz/collect'])

const PROPAGATOR = new W3CTraceContextPropagator()
const CARRIER: TextMapGetter<TraceContext> = {
  keys: () => ['traceparent', 'tracestate'],
  get: (carrier, name) => (name === 'traceparent' || name === 'tracestate' ? carrier[name] : undefined),
}

/**
 * Spans of requests, operations, transactions and engine statements. They contain only kinds, names and codes defined
 * by the service: no address, path, input, statement or error message.
 */
export function openTraces(settings: TraceSettings, options: TelemetryOptions): Traces {
  const { tracer, stop } = spanExport(settings, options)
  const contexts = new AsyncLocalStorageContextManager().enable()

  return {
    stop,
    watch(step, work) {
      const parent = contexts.active()
      const { name, kind, attributes } = described(step)
      const named = step.kind === 'operation' ? step.trace : undefined
      const span = tracer.startSpan(name, { kind, attributes, links: linksTo(parent, named) }, parentIn(parent, named))
      return contexts.with(trace.setSpan(parent, span), async () => {
        try {
          return await work()
        } catch (error) {
          fail(span, failureCode(error))
          throw error
        } finally {
          span.end()
        }
      })
    },
    httpObserver(req, res, next) {
      if (UNTRACED.has(req.url ?? '')) return next()
      const parent = PROPAGATOR.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter)
      const method = methodOf(req)
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: requestAttributes(req, options) },
        parent,
      )
      res.once('close', () => {
        const status = res.writableFinished ? res.statusCode : CLIENT_GONE
        const route = routeOf(req)
        span.updateName(route === 'other' ? method : `${method} ${route}`)
        span.setAttribute('http.response.status_code', status)
        if (route !== 'other') span.setAttribute('http.route', route)
        const requestId = res.getHeader('Request-Id')
        if (typeof requestId === 'string') span.setAttribute('footfall.request_id', requestId)
        if (status >= 500) fail(span, String(status))
        span.end()
      })
      contexts.with(trace.setSpan(parent, span), next)
    },
  }
}

function requestAttributes(req: IncomingMessage, { hasSession }: TelemetryOptions): Attributes {
  return { 'http.request.method': methodOf(req), 'footfall.credential': presentedCredential(req, hasSession) }
}

/** The span that the step names, or the active one. An invalid `traceparent` leaves the active one. */
function parentIn(active: Context, named: TraceContext | undefined): Context {
  if (named === undefined) return active
  return PROPAGATOR.extract(active, named, CARRIER)
}

/** Keeps the request to which the operation belongs in reach when its trace is another. */
function linksTo(active: Context, named: TraceContext | undefined): Link[] {
  const context = named && trace.getSpanContext(active)
  return context === undefined ? [] : [{ context }]
}

/** Names and attributes follow OpenTelemetry’s semantic conventions where there is one. */
function described(step: Step): { name: string; kind: SpanKind; attributes: Attributes } {
  switch (step.kind) {
    case 'operation': {
      const attributes = { 'footfall.operation': step.operation, 'footfall.channel': step.channel }
      return { name: step.operation, kind: SpanKind.INTERNAL, attributes }
    }
    case 'engine': {
      const attributes = {
        'db.system.name': 'clickhouse',
        'db.operation.name': step.statement,
        'footfall.purpose': step.purpose,
      }
      return { name: `${step.statement} clickhouse`, kind: SpanKind.CLIENT, attributes }
    }
    case 'transaction':
      return {
        name: `transaction ${step.system}`,
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': step.system },
      }
  }
}

function fail(span: Span, code: string): void {
  span.setAttribute('error.type', code)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
