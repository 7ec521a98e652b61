import { type ReadinessChecks, readinessChecks } from '@footfall/config'
import { clientNetwork, type ServiceStatus } from '@footfall/core-domain'
import { listen } from '@footfall/http-primitives'
import type { IngestStatus } from '@footfall/ingest'
import { type Rollups, requestTurns, type Uploads, watchForwardedAddresses, watchOutages } from '@footfall/operate'
import { createKeptSecrets, unreadProblems, unsubscribeTokens } from '@footfall/operations'
import { messagesOf } from '../express-messages.ts'
import { createHttpApp } from '../http-app.ts'
import { requestLog } from '../request-log.ts'
import type { Collecting } from './collecting.ts'
import type { People, Reporting } from './operations.ts'
import type { ServiceContext } from './stores.ts'

const REQUESTS_DEADLINE_MS = 4_000

interface Parts {
  readonly collecting: Collecting
  readonly reporting: Reporting
  readonly people: People
  readonly rollups: Rollups
  readonly uploads: Uploads
  readonly ready: ReadinessChecks
  readonly status: () => Promise<ServiceStatus>
}

/** Serves metrics, routes and pages. Returns the port. */
export async function serveHttp(context: ServiceContext, parts: Parts): Promise<number> {
  const { settings, onStop } = context
  const { ready } = parts
  const watch = watchOutages({ log: context.log, clock: context.clock, ready })
  onStop(async () => watch.stop())
  await serveMetrics(context, parts)
  const app = httpApp(context, parts)
  const server = await listen(app, settings.port, settings.host, 'PORT', {
    ...settings.httpLimits,
    messages: messagesOf(app),
    networkOf: clientNetwork,
    problemOf: unreadProblems(context.newRequestId),
  })
  onStop(() => server.stop(REQUESTS_DEADLINE_MS))
  return server.port
}

/** What `/readyz` and the status of the service say. */
export function readiness(
  { control }: ServiceContext,
  { collecting: { ingest }, reporting: { analytics } }: Pick<Parts, 'collecting' | 'reporting'>,
) {
  return readinessChecks([
    { name: 'ingest_log', neededFor: 'collecting', check: async () => assertAcceptsEvents(ingest.status()) },
    { name: 'control_database', neededFor: 'answering', check: () => control.store.ping() },
    { name: 'analytics_engine', neededFor: 'reports', check: () => analytics.ping() },
  ])
}

function assertAcceptsEvents({ log }: IngestStatus): void {
  if (log.fault !== undefined) throw new Error(log.fault)
}

function serveMetrics({ settings, control, clock, telemetry }: ServiceContext, { collecting, rollups, ready }: Parts) {
  const { ingest } = collecting
  return telemetry.serveMetrics({
    now: () => clock.now(),
    ready,
    ingest: { bytesMax: settings.ingestLog.bytesMax, status: () => ingest.status() },
    liveVisits: () => ingest.liveVisits(),
    geo: () => collecting.geo.status(),
    poolUse: control.poolUse,
    rollupDays: () => rollups.lastCounted(),
  })
}

function httpApp(context: ServiceContext, { collecting, reporting, people, uploads, ready, status }: Parts) {
  const { settings, control, key, clock, random, log, newRequestId, telemetry } = context
  const { pages, oauth, operations, usage, google } = people
  const { rateLimiter } = control
  return createHttpApp({
    ...operations,
    ...pages,
    oauth,
    requestStateKey: key,
    allowedHosts: settings.allowedHosts,
    allowedOrigins: settings.mcpAllowedOrigins,
    collector: collecting.collector,
    beginIntake: collecting.beginIntake,
    replicas: collecting.replicas,
    exports: reporting.exports,
    uploads,
    ...(google && { searchConsole: google.searchConsole }),
    googleCallback: google && {
      ...google,
      operations,
      browser: pages.browser,
      rateLimiter,
      triesPerMinute: settings.rateLimits.oauth,
      log,
    },
    unsubscribing: { store: control.store, clock, random, tokens: unsubscribeTokens({ key, random }), log },
    keptSecrets: createKeptSecrets({ store: control.store, key, clock, random, origin: settings.baseUrl }),
    usage,
    rateLimiter,
    rateLimits: settings.rateLimits,
    requestTurn: requestTurns({
      nowMs: () => clock.now(),
      after: (ms, then) => void setTimeout(then, ms),
      active: collecting.active,
    }),
    trustedProxies: settings.trustedProxies,
    securityContact: settings.securityContact,
    newRequestId,
    log,
    ready,
    status: { operators: settings.operatorAccounts, read: status },
    observers: [watchForwardedAddresses(settings, log), requestLog(log), ...telemetry.httpObservers].filter(
      (observer) => observer !== undefined,
    ),
  })
}
