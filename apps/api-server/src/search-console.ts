import { type SearchConsoleSyncOptions, syncSearchConsole } from '@footfall/analytics'
import type { GoogleSettings } from '@footfall/runtime'
import type { Logger } from 'pino'
import { recurring } from './recurring.ts'

/** How long a person who connected a property waits at most; what was synced lately is left alone. */
const LOOK_EVERY_MS = 15 * 60_000

/** Keeps connected Search Console properties up to date. Stopping does not wait for a provider's answer. */
export function recurringSearchConsoleSync(
  { client, apiUrl, tokenUrl }: GoogleSettings,
  ports: Pick<SearchConsoleSyncOptions, 'store' | 'engine' | 'clock' | 'bump'>,
  log: Logger,
) {
  const ending = new AbortController()
  const sync = () =>
    syncSearchConsole({
      ...ports,
      client,
      apiBaseUrl: apiUrl,
      tokenUrl,
      fetch: globalThis.fetch,
      logger: log,
      signal: ending.signal,
    })
  const task = recurring('Search Console sync', LOOK_EVERY_MS, sync, log)
  return {
    async stop() {
      ending.abort()
      await task.stop()
    },
  }
}
