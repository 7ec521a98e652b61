import { availableParallelism } from 'node:os'
import { isFirstRun } from '@footfall/accounts'
import type { Settings } from '@footfall/config'
import type { ProductId } from '@footfall/core-domain'
import {
  checkQueue,
  createImports,
  createRollups,
  createUploads,
  createVisitorData,
  type DemoFile,
  importRoutes,
  type OnStop,
  processRoutes,
  reportRoutes,
  rollupRoutes,
  runService,
  serveOperator,
  serviceStatus,
  snapshotRoutes,
  statusRoutes,
  visitorRoutes,
} from '@footfall/operate'
import { recurringBackups } from './background/backups.ts'
import { startBackground } from './background/start-background.ts'
import { openCollecting } from './opening/collecting.ts'
import { readiness, serveHttp } from './opening/http.ts'
import { openPeople, openReporting, type People } from './opening/operations.ts'
import { type Dependencies, openStores, type ServiceContext } from './opening/stores.ts'

export interface Service {
  readonly port: number
  readonly demo: DemoFile | undefined
  /** Rejects new work, finishes running requests, writes accepted events, closes the stores. Ends within ten seconds. */
  stop(): Promise<void>
}

/** Opens the service and serves it. If a step fails, what was opened before is closed. */
export function startService(settings: Settings, dependencies: Dependencies): Promise<Service> {
  return runService(dependencies, (onStop) => open(settings, dependencies, onStop))
}

/** Each part registers how it stops; they stop in the reverse order. */
async function open(settings: Settings, dependencies: Dependencies, onStop: OnStop): Promise<Omit<Service, 'stop'>> {
  const context = { ...dependencies, ...(await openStores(settings, dependencies, onStop)) }
  const collecting = await openCollecting(context)
  const reporting = await openReporting(context, collecting)
  const people = openPeople(context, reporting)
  const bump = (product: ProductId) => collecting.versions.bump(product)
  const { control, engine, clock, random, log } = context
  const rollups = createRollups({ store: control.store, engine, clock, random, bump })
  const visitors = createVisitorData({ store: control.store, engine, clock, random, bump, log })
  const imports = createImports({
    control,
    engine,
    clock,
    random,
    dataDir: settings.dataDir,
    geoDatabase: settings.geoDatabase,
    processors: availableParallelism(),
    closeImported: (product) => rollups.closeImported(product),
    bump,
  })
  const checks = checkQueue()
  const uploads = createUploads({
    store: control.store,
    imports,
    checks,
    dataDir: settings.dataDir,
    bytesMax: settings.importBytesMax,
    isSole: control.dialect === 'sqlite',
    clock,
    random,
  })
  const background = startBackground({
    ...context,
    rollups,
    analytics: reporting.analytics,
    visitors,
    uploads,
    grants: people.google?.grants,
    usage: people.usage,
    collector: collecting.collector,
    geo: collecting.geo,
    networks: collecting.networks,
    crawlerLists: collecting.crawlerLists,
    bump,
  })
  onStop(() => background.stop())
  const reports = { store: control.store, analytics: reporting.analytics, clock, baseUrl: settings.baseUrl }
  const embedded = 'embedded' in settings.clickhouse ? settings.clickhouse.embedded : undefined
  const ready = readiness(context, { collecting, reporting })
  const status = serviceStatus({ settings, control, engine, ingest: collecting.ingest, ready, clock })
  const routes = {
    ...processRoutes(settings),
    ...statusRoutes(status),
    ...(embedded &&
      (await snapshotRoutes({
        ...{ dataDir: settings.dataDir, engineDirectory: embedded.path },
        ...{ engine, ingest: collecting.ingest },
      }))),
    ...rollupRoutes(rollups),
    ...visitorRoutes(visitors),
    ...importRoutes(imports, checks),
    ...reportRoutes(reports),
  }
  onStop(await serveOperator(settings.dataDir, routes, log))
  const backups = recurringBackups({ settings, fetch: globalThis.fetch, clock, random, log })
  onStop(() => backups.stop())
  const port = await serveHttp(context, { collecting, reporting, people, rollups, uploads, ready, status })
  await logSetupCode(context, people)
  return { port, demo: context.demo }
}

/** The setup code is only in the log, so that only the operator can create the first account. */
async function logSetupCode({ control, settings, log }: ServiceContext, { pages }: People): Promise<void> {
  if (settings.oidc?.only === true || !(await isFirstRun(control))) return
  const { text } = pages.signIn.setupCode
  log.warn(`There is no account yet. Create the first one at ${settings.baseUrl}/sign-up with the setup code ${text}`)
}
