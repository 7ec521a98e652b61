import { join } from 'node:path'
import { isFirstRun } from '@footfall/accounts'
import { createAnalytics, memoryVersions, openEventExport } from '@footfall/analytics'
import {
  oauthAccessTokens,
  oauthIdentity,
  operationServices,
  readinessChecks,
  type Settings,
  sessionKey,
} from '@footfall/config'
import { type Collector, clientNetwork, type ProductId } from '@footfall/core-domain'
import { listen } from '@footfall/http-primitives'
import {
  type HttpReplicaOptions,
  httpReplica,
  type IngestStatus,
  openGeo,
  openIngest,
  replicaKey,
  sharedCollector,
} from '@footfall/ingest'
import {
  type DemoFile,
  ensureDemo,
  type OnStop,
  openWatchedStores,
  runService,
  type ServiceDependencies,
} from '@footfall/operate'
import { createUsageRecorder } from '@footfall/operations'
import { releaseMemory } from '@footfall/warehouse'
import { googleClient, sessionCookie, signInAndAuthorization } from '@footfall/web'
import type { Logger as PinoLogger } from 'pino'
import { startBackground } from './background/start-background.ts'
import { createHttpApp } from './http-app.ts'
import { replicaRouter } from './replica-router.ts'
import { requestLog } from './request-log.ts'

export type Dependencies = ServiceDependencies<PinoLogger>

export interface Service {
  readonly port: number
  readonly demo: DemoFile | undefined
  /** Refuses new work, finishes what runs, hands events over, closes the stores. Ends within ten seconds. */
  stop(): Promise<void>
}

const REQUESTS_DEADLINE_MS = 4_000
const EVENTS_DEADLINE_MS = 4_000

/** Opens the stores, brings them up to date, and serves. Whatever fails on the way closes what was opened. */
export function startService(settings: Settings, dependencies: Dependencies): Promise<Service> {
  return runService(dependencies.log, (onStop) => open(settings, dependencies, onStop))
}

async function open(settings: Settings, dependencies: Dependencies, onStop: OnStop): Promise<Omit<Service, 'stop'>> {
  const { clock, random, log, newRequestId } = dependencies
  const key = await sessionKey(settings, random)
  const cookie = sessionCookie(settings.authUrl.startsWith('https:'))
  const { telemetry, control, engine } = await openWatchedStores(
    settings,
    dependencies,
    { serviceName: 'footfall', hasSession: (req) => cookie.read(req) !== undefined },
    onStop,
  )
  const demo = settings.demo ? await ensureDemo({ settings, control, engine, clock, random }) : undefined

  await releaseMemory(engine)

  const versions = memoryVersions()
  const ingest = await openIngest({
    engine,
    directory: settings.ingestLog.directory,
    logBytesMax: settings.ingestLog.bytesMax,
    visitBytesMax: settings.liveVisitBytesMax,
    hourlyBudget: budgetOfReplica(settings),
    profiles: control.trackingProfiles,
    salts: control.salts,
    ledger: control.payments,
    geo: await openGeo(settings.geoDatabase),
    clock,
    random,
    logger: log,
    bump: (product) => versions.bump(product as ProductId),
  })
  onStop(() => ingest.stop(EVENTS_DEADLINE_MS))
  const analytics = createAnalytics({
    engine,
    clock,
    versions,
    ingestStatus: () => ingest.status(),
    reportsPerShare: settings.reportsPerAccount,
  })
  const exports = await openEventExport({ engine, clock, random, directory: join(settings.dataDir, 'exports') })
  const usage = createUsageRecorder(control.lastUses, clock)
  onStop(() => usage.flush())
  const google = settings.google && googleClient(settings.google, { baseUrl: settings.baseUrl, key, clock, random })
  const background = startBackground({
    settings,
    control,
    engine,
    key,
    clock,
    random,
    log,
    grants: google?.grants,
    usage,
    bump: (product) => versions.bump(product),
  })
  onStop(() => background.stop())

  const ready = readinessChecks([
    { name: 'ingest_log', neededFor: 'collecting', check: async () => assertTakesEvents(ingest.status()) },
    { name: 'control_database', neededFor: 'answering', check: () => control.store.ping() },
    { name: 'analytics_engine', neededFor: 'reports', check: () => analytics.ping() },
  ])
  await telemetry.serveMetrics({
    now: () => clock.now(),
    ready,
    ingest: { bytesMax: settings.ingestLog.bytesMax, status: () => ingest.status() },
    liveVisits: () => ingest.liveVisits(),
    poolUse: control.poolUse,
  })
  const people = signInAndAuthorization({
    identity: oauthIdentity(settings),
    settings,
    control,
    key,
    clock,
    random,
    log,
  })
  const oauth = oauthAccessTokens({ settings, control, clock })
  const operations = operationServices({
    settings,
    control,
    analytics,
    clock,
    random,
    oauth,
    sessions: people.signIn.sessions,
    telemetry,
  })
  const app = createHttpApp({
    ...operations,
    ...people,
    oauth,
    requestStateKey: key,
    allowedHosts: settings.allowedHosts,
    ...collecting(settings, ingest.collector, { key: replicaKey(key), clock, random }),
    exports,
    ...(google && { searchConsole: google.searchConsole }),
    googleCallback: google && {
      ...google,
      operations,
      browser: people.browser,
      rateLimiter: control.rateLimiter,
      triesPerMinute: settings.rateLimits.oauth,
      log,
    },
    usage,
    rateLimiter: control.rateLimiter,
    rateLimits: settings.rateLimits,
    trustedProxies: settings.trustedProxies,
    newRequestId,
    log,
    ready,
    observers: [requestLog(log), ...telemetry.httpObservers].filter((observer) => observer !== undefined),
  })
  const server = await listen(app, settings.port, settings.host, 'PORT', {
    ...settings.httpLimits,
    networkOf: clientNetwork,
  })
  if (await isFirstRun(control)) {
    const { text } = people.signIn.setupCode
    log.warn(`Nobody has an account yet. The first is made at ${settings.baseUrl}/sign-up with the setup code ${text}`)
  }
  onStop(() => server.stop(REQUESTS_DEADLINE_MS))
  return { port: server.port, demo }
}

function assertTakesEvents({ log }: IngestStatus): void {
  if (log.fault !== undefined) throw new Error(log.fault)
}

/**
 * This replica's part of what may be collected of a product. Visitors are spread evenly over the replicas, so no replica
 * has to ask the others; while one is away, its part is not used.
 */
function budgetOfReplica({ hourlyBudget, replicas }: Settings) {
  const share = (limit: number) => Math.ceil(limit / (replicas?.all.length ?? 1))
  return { events: share(hourlyBudget.events), bytes: share(hourlyBudget.bytes) }
}

/** The way of events in: by itself, or shared with the other replicas. */
function collecting({ replicas }: Settings, local: Collector, shared: HttpReplicaOptions) {
  if (replicas === undefined) return { collector: local, replicas: undefined }
  const others = replicas.all.filter((origin) => origin !== replicas.self).map((origin) => httpReplica(origin, shared))
  return {
    collector: sharedCollector({ ...shared, local, self: replicas.self, others }),
    replicas: replicaRouter({ ...shared, local, self: replicas.self }),
  }
}
