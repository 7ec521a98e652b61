import { createAnalytics, memoryVersions } from '@footfall/analytics'
import {
  oauthAccessTokens,
  operationServices,
  type ReadinessChecks,
  readinessChecks,
  type Settings,
  SettingsError,
  sessionKeys,
} from '@footfall/config'
import { clientNetwork, outagesOf } from '@footfall/core-domain'
import { compression, listen, securityHeaders } from '@footfall/http-primitives'
import { createFootfallEndpoint, type McpServices } from '@footfall/mcp-tools/footfall'
import {
  type OnStop,
  openWatchedStores,
  requireReadableSecrets,
  runService,
  type ServiceDependencies,
  type Telemetry,
  watchForwardedAddresses,
  watchOutages,
} from '@footfall/operate'
import { createKeptSecrets, createUsageRecorder, unreadProblems } from '@footfall/operations'
import express, { type Express } from 'express'

export interface McpService {
  readonly port: number
  /** Rejects new work, finishes running requests, closes the stores. */
  stop(): Promise<void>
}

const REQUESTS_DEADLINE_MS = 6_000
const USAGE_EVERY_MS = 10_000

/** Embedded stores belong to one process, so this second one needs stores on servers. */
export function assertShared({ database, clickhouse }: Settings): void {
  const because = 'is missing: this process shares its stores with the service, and embedded ones cannot be shared'
  if ('sqlite' in database) throw new SettingsError('DATABASE_URL', because)
  if ('embedded' in clickhouse) throw new SettingsError('CLICKHOUSE_URL', because)
}

/** Opens the stores and serves the endpoint. If a step fails, what was opened before is closed. */
export function startMcpService(settings: Settings, dependencies: ServiceDependencies): Promise<McpService> {
  return runService(dependencies, async (onStop) => ({ port: await open(settings, dependencies, onStop) }))
}

async function open(settings: Settings, dependencies: ServiceDependencies, onStop: OnStop): Promise<number> {
  const { clock, random, log } = dependencies
  const requestStateKey = await sessionKeys(settings, random)
  const stores = await openWatchedStores(settings, dependencies, { serviceName: 'footfall-mcp' }, onStop)
  const { telemetry, control, engine } = stores
  await requireReadableSecrets(control, { keys: requestStateKey, random })
  const analytics = createAnalytics({
    engine,
    clock,
    versions: memoryVersions(),
    // It collects nothing; the replicas that do have the same settings.
    ingestStatus: () => ({
      pendingSince: undefined,
      pendingEvents: 0,
      knowsNetworks: settings.asnDatabase !== undefined,
    }),
    reportsPerPerson: settings.reportsPerAccount,
  })
  const usage = createUsageRecorder(control.lastUses, clock)
  const outages = outagesOf(log, clock)
  const flush = () =>
    usage.flush().catch((error: unknown) => {
      if (!outages.failed(error)) outages.repeated('last uses', { err: error }, 'Recording last uses failed.')
    })
  const flushing = setInterval(flush, USAGE_EVERY_MS)
  onStop(async () => {
    clearInterval(flushing)
    await flush()
  })
  const oauth = oauthAccessTokens({ settings, control, clock })
  const ready = readinessChecks([
    { name: 'control_database', neededFor: 'answering', check: () => control.store.ping() },
    { name: 'analytics_engine', neededFor: 'reports', check: () => analytics.ping() },
  ])
  const watch = watchOutages({ log, clock, ready })
  onStop(async () => watch.stop())
  const app = httpApp(
    {
      ...operationServices({ settings, control, key: requestStateKey, analytics, clock, random, oauth, telemetry }),
      oauth,
      usage,
      rateLimiter: control.rateLimiter,
      rateLimits: settings.rateLimits,
      requestStateKey,
      allowedHosts: settings.allowedHosts,
      allowedOrigins: settings.mcpAllowedOrigins,
      keptSecrets: createKeptSecrets({
        store: control.store,
        key: requestStateKey,
        clock,
        random,
        origin: settings.baseUrl,
      }),
      log,
    },
    ready,
    settings,
    dependencies,
    telemetry,
  )
  await telemetry.serveMetrics({ now: () => clock.now(), ready, poolUse: control.poolUse })
  const server = await listen(app, settings.port, settings.host, 'PORT', {
    ...settings.httpLimits,
    networkOf: clientNetwork,
    problemOf: unreadProblems(dependencies.newRequestId),
  })
  onStop(() => server.stop(REQUESTS_DEADLINE_MS))
  return server.port
}

function httpApp(
  services: McpServices,
  ready: ReadinessChecks,
  settings: Pick<Settings, 'baseUrl' | 'trustedProxies'>,
  { newRequestId, log }: ServiceDependencies,
  { httpObservers }: Telemetry,
): Express {
  const endpoint = createFootfallEndpoint(services)
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('case sensitive routing', true)
  app.set('trust proxy', settings.trustedProxies)
  app.use(securityHeaders(settings.baseUrl))
  app.use(watchForwardedAddresses(settings, log))
  for (const observer of httpObservers) app.use(observer)
  app.use(compression())
  app.all('/api/mcp', (req, res) => endpoint(req, res, { address: req.ip, requestId: newRequestId() }))
  app.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' })
  })
  app.get('/readyz', async (_req, res) => {
    const answer = await ready.all()
    res.status(answer.status === 'unavailable' ? 503 : 200).json(answer)
  })
  return app
}
