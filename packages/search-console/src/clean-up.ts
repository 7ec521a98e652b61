import {
  type Clock,
  DAY_MS,
  type Logger,
  MINUTE_MS,
  type ProductId,
  type ProviderCleanup,
  type Timestamp,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { deleteRows, sql, text } from '@footfall/warehouse'
import { ProviderFailure } from './failures.ts'
import type { SearchConsoleGrants } from './grants.ts'

export interface CleanUpOptions {
  readonly store: Pick<TransactionalStore, 'integrations' | 'transaction'>
  readonly engine: Engine
  readonly clock: Clock
  /** Absent if this service is no longer a client of the provider: then access is deleted, but not revoked. */
  readonly grants: Pick<SearchConsoleGrants, 'giveBack'> | undefined
  readonly bump: (product: ProductId) => void
  readonly logger: Logger
}

const RETRY_AFTER_MS = 10 * MINUTE_MS
/** After this time a provider that does not answer is not asked again. */
const GIVE_UP_AFTER_MS = DAY_MS

/** Deletes the rows of connections that were changed or ended, and gives their access back. */
export async function cleanUpAfterSearchConsole(options: CleanUpOptions): Promise<void> {
  const { store, engine, clock, bump } = options
  const again = () => timestamp(clock.now() + RETRY_AFTER_MS)
  const update = (cleanup: ProviderCleanup, until: Timestamp) =>
    store.transaction((tx) => tx.store.integrations.updateCleanup(cleanup, until))
  for (const cleanup of await store.integrations.dueCleanups(timestamp(clock.now()))) {
    let left = cleanup
    if (left.rows) {
      await deleteRows(engine, 'search_console', sql`product_id = ${text(left.product)}`)
      bump(left.product)
      left = { ...left, rows: false }
      // Rows of the next property may come from now on, and must not be taken for these.
      if (left.refresh_token !== undefined) await update(left, timestamp(clock.now()))
    }
    if (left.refresh_token !== undefined && (await isSettled(options, left, left.refresh_token)))
      left = { ...left, refresh_token: undefined }
    await update(left, again())
  }
}

async function isSettled(
  { grants, clock, logger }: CleanUpOptions,
  { product, created_at }: ProviderCleanup,
  sealed: string,
): Promise<boolean> {
  if (grants === undefined) return true
  try {
    if (await grants.giveBack(product, sealed)) return true
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
  }
  const givenUp = clock.now() - Date.parse(created_at) > GIVE_UP_AFTER_MS
  logger.warn({ product, givenUp }, 'Access to Search Console could not be given back')
  return givenUp
}
