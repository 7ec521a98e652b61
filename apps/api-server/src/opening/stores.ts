import { type Settings, sessionKeys } from '@footfall/config'
import {
  describeSecrets,
  ensureDemo,
  type OnStop,
  openWatchedStores,
  requireDataDirectory,
  requireReadableSecrets,
  type ServiceDependencies,
  secretCount,
} from '@footfall/operate'
import { pausable, releaseMemory } from '@footfall/warehouse'
import { sessionCookie } from '@footfall/web'
import type { Logger } from 'pino'

export type Dependencies = ServiceDependencies<Logger>

/** What every part of the service is opened with. */
export type ServiceContext = Dependencies & Awaited<ReturnType<typeof openStores>>

/** The stores, migrated and with the demo where it is enabled, and the secret key of the service. */
export async function openStores(settings: Settings, dependencies: Dependencies, onStop: OnStop) {
  const { clock, random, log } = dependencies
  await requireDataDirectory(settings)
  const key = await sessionKeys(settings, random)
  const cookie = sessionCookie(settings.authUrl.startsWith('https:'))
  const stores = await openWatchedStores(
    settings,
    dependencies,
    { serviceName: 'footfall', hasSession: (req) => cookie.read(req) !== undefined },
    onStop,
  )
  const { control } = stores
  const engine = pausable(stores.engine)
  const resealed = await requireReadableSecrets(control, { keys: key, random })
  if (secretCount(resealed) > 0) log.info(`encrypted again with SESSION_SECRET: ${describeSecrets(resealed)}`)
  const demo = settings.demo ? await ensureDemo({ settings, control, engine, clock, random }) : undefined
  await releaseMemory(engine)
  return { ...stores, engine, settings, onStop, key, demo }
}
