import type { GoogleSettings } from '@footfall/config'
import {
  type CleanUpOptions,
  cleanUpAfterSearchConsole,
  type SearchConsoleSyncOptions,
  syncSearchConsole,
} from '@footfall/search-console'
import type { Logger } from 'pino'
import { recurring } from './recurring.ts'

/** How long a person who asked for figures waits at most; what was synced lately is left alone. */
const LOOK_EVERY_MS = 5_000

type Ports = Pick<SearchConsoleSyncOptions, 'store' | 'engine' | 'clock' | 'bump' | 'sealer'> &
  Pick<CleanUpOptions, 'grants'>

/**
 * Cleans up after connections that were changed or ended, and keeps the others up to date; in this order, so that a new
 * property begins on empty ground. Stopping does not wait for a provider's answer.
 */
export function recurringSearchConsoleSync(
  google: GoogleSettings | undefined,
  ports: Ports,
  log: Logger,
  once: (job: string, work: () => Promise<void>) => Promise<void>,
) {
  const ending = new AbortController()
  const work = async () => {
    await cleanUpAfterSearchConsole({ ...ports, logger: log })
    if (google === undefined) return
    const { client, apiUrl, tokenUrl } = google
    await syncSearchConsole({
      ...ports,
      client,
      apiBaseUrl: apiUrl,
      tokenUrl,
      fetch: globalThis.fetch,
      logger: log,
      signal: ending.signal,
    })
  }
  const task = recurring('Search Console sync', LOOK_EVERY_MS, () => once('search console', work), log)
  return {
    async stop() {
      ending.abort()
      await task.stop()
    },
  }
}
