import { memoryVersions } from '@footfall/analytics'
import type { Settings } from '@footfall/config'
import type { ProductId } from '@footfall/core-domain'
import {
  activeAccounts,
  httpReplica,
  intakeTurns,
  openCrawlerLists,
  openGeoFile,
  openIngest,
  openNetworksFile,
  replicaKey,
  sharedCollector,
} from '@footfall/ingest'
import { fetchSignerDirectory, openingGeoDatabase, openingNetworks } from '@footfall/operate'
import { replicaRouter } from '../replica-router.ts'
import type { ServiceContext } from './stores.ts'

const EVENTS_DEADLINE_MS = 4_000

export type Collecting = Awaited<ReturnType<typeof openCollecting>>

/** How events are accepted and written to the engine. `versions` changes with the rows of a product. */
export async function openCollecting(context: ServiceContext) {
  const { settings, control, engine, clock, random, log, onStop } = context
  const versions = memoryVersions()
  const nowMs = () => clock.now()
  const active = activeAccounts(nowMs)
  const geo = await openingGeoDatabase(settings.geoDatabase, () => openGeoFile(settings.geoDatabase, log))
  const networks = await openingNetworks(settings.asnDatabase, () => openNetworksFile(settings.asnDatabase, log))
  const crawlerLists = await openCrawlerLists(settings.crawlerLists, log)
  const ingest = await openIngest({
    engine,
    directory: settings.ingestLog.directory,
    logBytesMax: settings.ingestLog.bytesMax,
    visitBytesMax: settings.liveVisitBytesMax,
    hourlyBudget: replicaBudget(settings),
    profiles: control.trackingProfiles,
    salts: control.salts,
    ledger: control.payments,
    geo,
    networks,
    crawlerAddresses: crawlerLists,
    fetchSignerDirectory: (host) => fetchSignerDirectory(host),
    clock,
    random,
    logger: log,
    onEvent: active.seen,
    bump: (product, changed) => versions.bump(product as ProductId, changed),
  })
  onStop(() => ingest.stop(EVENTS_DEADLINE_MS))
  return {
    ingest,
    versions,
    geo,
    networks,
    crawlerLists,
    active,
    beginIntake: intakeTurns({ nowMs, after: (ms, then) => void setTimeout(then, ms), active }),
    ...collectorOf(context, ingest.collector),
  }
}

/** The collector of this service: local, or shared with the other replicas and the route that they use. */
function collectorOf(
  { settings: { replicas }, key, clock, random }: ServiceContext,
  local: Awaited<ReturnType<typeof openIngest>>['collector'],
) {
  if (replicas === undefined) return { collector: local, replicas: undefined }
  const shared = { key: replicaKey(key), clock, random }
  const others = replicas.all.filter((origin) => origin !== replicas.self).map((origin) => httpReplica(origin, shared))
  return {
    collector: sharedCollector({ ...shared, local, self: replicas.self, others }),
    replicas: replicaRouter({ ...shared, local, self: replicas.self }),
  }
}

/**
 * The share of this replica in the hourly budget of a product. Visitors are spread evenly over the replicas, so no replica
 * asks the others. The share of a replica that is down is not used.
 */
function replicaBudget({ hourlyBudget, replicas }: Settings) {
  const share = (limit: number) => Math.ceil(limit / (replicas?.all.length ?? 1))
  return { events: share(hourlyBudget.events), bytes: share(hourlyBudget.bytes) }
}
