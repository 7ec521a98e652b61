import type { GoogleSettings } from '@footfall/config'
import {
  type CleanUpOptions,
  cleanUpAfterSearchConsole,
  type SearchConsoleSyncOptions,
  syncSearchConsole,
} from '@footfall/search-console'
import type { Logger } from 'pino'
import { recurring } from './recurring.ts'

/** How long a requested sync waits at most. A recent sync is not repeated. */
const CHECK_EVERY_MS = 5_000

type Ports = Pick<SearchConsoleSyncOptions, 'store' | 'engine' | 'clock' | 'bump' | 'sealer'> &
  Pick<CleanUpOptions, 'grants'>

/**
 * Cleans up after changed and removed connections, then syncs the others; in this order, so that the rows of an earlier
 * property are deleted first. Stopping does not wait for a response of the provider.
 */
export function recurringSearchConsoleSync(
  google: GoogleSettings | undefined,
  ports: Ports,
  log: Logger,
  exclusively: (job: string, work: () => Promise<void>) => Promise<void>,
) {
  const stopping = new AbortController()
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
      signal: stopping.signal,
    })
  }
  const task = recurring('Search Console sync', CHECK_EVERY_MS, () => exclusively('search console', work), {
    log,
    clock: ports.clock,
  })
  return {
    async stop() {
      stopping.abort()
      await task.stop()
    },
  }
}
