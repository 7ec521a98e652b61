import {
  type DueConnection,
  HOUR_MS,
  isDemoProperty,
  type Logger,
  type ProductId,
  type ProviderConnection,
  type Sealer,
  ServiceUnavailable,
  type SyncedConnection,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { copyDays } from './copy-days.ts'
import { detailOf, ProviderFailure } from './failures.ts'
import { type GoogleOptions, openProperty, sealLabel } from './google.ts'

export interface SearchConsoleSyncOptions
  extends Pick<GoogleOptions, 'clock' | 'fetch' | 'client' | 'apiBaseUrl' | 'tokenUrl'> {
  readonly store: Pick<TransactionalStore, 'integrations' | 'transaction'>
  /** Opens the stored refresh tokens. */
  readonly sealer: Sealer
  readonly engine: Engine
  /** Called when a product's data changed. */
  readonly bump: (product: ProductId) => void
  readonly logger: Logger
  /** Ends a running sync early; what it stored stays, and the next one goes on from there. */
  readonly signal?: AbortSignal
  readonly requestTimeoutMs?: number
  readonly responseBytesMax?: number
}

const PROVIDER = 'google_search_console'
const SYNC_EVERY_MS = 6 * HOUR_MS
/** Longer than the ten minutes in which Google counts short-term quota. */
const RETRY_AFTER_MS = HOUR_MS
const REQUEST_TIMEOUT_MS = 30_000
const RESPONSE_BYTES_MAX = 64 * 1024 * 1024

type Outcome = Pick<ProviderConnection, 'status' | 'detail' | 'synced_at'>

/**
 * Syncs every connection that is due, one after the other: one of each account in a round, so that nobody waits for all connections
 * of another. A connection that fails records why and does not stop the others. Throws `ServiceUnavailable` when the engine or the
 * store is unavailable, since no connection is the cause.
 *
 * Two processes that sync the same connection at the same time read the same final days, and rows replace each other by
 * key, so the only cost is the requests.
 */
export async function syncSearchConsole(options: SearchConsoleSyncOptions): Promise<void> {
  const { store, clock, signal } = options
  const seen = new Set<ProductId>()
  for (let round = await nextOfEach(options, seen); round.length > 0; round = await nextOfEach(options, seen)) {
    for (const connection of round) {
      if (signal?.aborted) return
      seen.add(connection.product)
      const outcome = await syncConnection(options, connection)
      if (outcome === undefined) continue
      const at = timestamp(clock.now())
      await store.transaction((tx) => tx.store.integrations.recordSync(connection, outcome, at))
    }
  }
}

/** One connection of each account that is due now and was not synced in this run. */
async function nextOfEach(
  { store, clock }: SearchConsoleSyncOptions,
  seen: ReadonlySet<ProductId>,
): Promise<readonly DueConnection[]> {
  const now = clock.now()
  const first = new Map<string, DueConnection>()
  for (const connection of await store.integrations.due(PROVIDER, timestamp(now - SYNC_EVERY_MS))) {
    const { product, property, owner = product } = connection
    if (seen.has(product) || first.has(owner) || isDemoProperty(property) || isWaitingToRetry(connection, now)) continue
    first.set(owner, connection)
  }
  return [...first.values()]
}

function isWaitingToRetry({ status, updated_at, sync_requested_at }: ProviderConnection, now: number): boolean {
  return sync_requested_at === undefined && status === 'error' && Date.parse(updated_at) > now - RETRY_AFTER_MS
}

/** The outcome of the sync, or undefined when the service stops during it. */
async function syncConnection(
  options: SearchConsoleSyncOptions,
  connection: SyncedConnection,
): Promise<Outcome | undefined> {
  const { engine, clock, bump, logger, signal } = options
  const { product } = connection
  const startedAt = clock.now()
  let rows = 0
  try {
    const refresh_token = options.sealer.open(connection.refresh_token, sealLabel(product))
    if (refresh_token === undefined) throw new ProviderFailure('unreadable')
    const { page } = openProperty(
      { ...options, signal, ...limitsOf(options) },
      { property: connection.property, refresh_token },
    )
    await copyDays({
      engine,
      page,
      connection,
      isCurrent: () => isCurrent(options, connection),
      startedAt,
      onRows: (count) => {
        rows += count
      },
    })
    logger.info({ product, rows }, 'Search Console synced')
    return { status: 'connected', detail: undefined, synced_at: timestamp(startedAt) }
  } catch (error) {
    if (signal?.aborted) return undefined
    if (error instanceof ServiceUnavailable) throw error
    return failed(connection, error, logger)
  } finally {
    if (rows > 0) bump(product)
  }
}

function limitsOf({ requestTimeoutMs, responseBytesMax }: SearchConsoleSyncOptions) {
  return {
    requestTimeoutMs: requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    responseBytesMax: responseBytesMax ?? RESPONSE_BYTES_MAX,
  }
}

function failed({ product, synced_at }: ProviderConnection, error: unknown, logger: Logger): Outcome {
  if (error instanceof ProviderFailure) {
    logger.warn({ product, reason: error.reason, status: error.status }, 'Search Console could not be synced')
    return { status: 'error', detail: error.message, synced_at }
  }
  // Only its name and code: an engine's message quotes rows.
  const { name, code } =
    error instanceof Error ? (error as Error & { code?: unknown }) : { name: typeof error, code: undefined }
  logger.error({ product, error: name, code }, 'Search Console sync failed')
  return { status: 'error', detail: detailOf('internal'), synced_at }
}

/** A connection that a person changed or ended during the sync gets no more rows and no outcome. */
async function isCurrent(
  { store }: Pick<SearchConsoleSyncOptions, 'store'>,
  synced: SyncedConnection,
): Promise<boolean> {
  const current = await store.integrations.connection(synced.product, PROVIDER)
  return current?.refresh_token === synced.refresh_token && current.property === synced.property
}
