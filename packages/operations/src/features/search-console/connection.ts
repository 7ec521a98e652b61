import {
  existing,
  isDemoProperty,
  type ProviderConnection,
  randomId,
  Timestamp,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductWriteCall } from '../../definition/index.ts'

export const PROVIDER = 'google_search_console'

export const PATH = '/api/v1/products/{product}/integrations/google-search-console'

export const SearchConsoleConnection = z.object({
  provider: z.literal(PROVIDER),
  available: z.boolean().meta({ description: 'Whether the operator registered this service at the provider.' }),
  status: z.enum(['connected', 'not_connected', 'error']),
  detail: z.string().optional(),
  property: z.string().optional().meta({ description: 'The chosen property; absent until one is chosen.' }),
  properties: z.array(z.string()).optional().meta({ description: 'The properties that can be chosen.' }),
  synced_at: Timestamp.optional(),
  demo: z.boolean().meta({ description: 'true: the data is made up for the demo and never syncs.' }),
  sync: z.enum(['idle', 'queued']).meta({ description: 'queued: a sync starts soon.' }),
})

export type SearchConsoleConnection = z.infer<typeof SearchConsoleConnection>

export async function connected({ store, product }: ProductWriteCall): Promise<ProviderConnection> {
  return existing(await store.integrations.connection(product.id, PROVIDER))
}

/** Deleting the rows in the engine and revoking access at the provider cannot be part of a transaction here. */
export async function enqueueCleanup(
  store: WritableStore,
  { product, clock, random }: ProductWriteCall,
  { refresh_token }: { readonly refresh_token: string | undefined },
): Promise<void> {
  await store.integrations.enqueueCleanup({
    id: randomId(random, 'lft'),
    product: product.id,
    provider: PROVIDER,
    refresh_token,
    rows: true,
    created_at: timestamp(clock.now()),
  })
}

export function reportOf(connection: ProviderConnection | undefined, available: boolean): SearchConsoleConnection {
  if (connection === undefined)
    return { provider: PROVIDER, available, status: 'not_connected', demo: false, sync: 'idle' }
  const { status, detail, property, properties, synced_at, sync_requested_at } = connection
  const isFirst = property !== undefined && synced_at === undefined && status === 'connected'
  return {
    provider: PROVIDER,
    available,
    status,
    ...(detail === undefined ? {} : { detail }),
    ...(property === undefined ? {} : { property }),
    properties: [...properties],
    ...(synced_at === undefined ? {} : { synced_at }),
    demo: isDemoProperty(property),
    sync: sync_requested_at !== undefined || isFirst ? 'queued' : 'idle',
  }
}
