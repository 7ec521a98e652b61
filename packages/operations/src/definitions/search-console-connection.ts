import {
  CredentialNotAccepted,
  InvalidRequest,
  NotFound,
  type ProviderConnection,
  randomBase62,
  Timestamp,
  timestamp,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductWriteCall } from '../definition/call.ts'
import { defineProductRead, defineProductWrite } from '../definition/operation.ts'

const PROVIDER = 'google_search_console'
const PATH = '/api/v1/products/{product}/integrations/google-search-console'

const SearchConsoleConnection = z.object({
  provider: z.literal(PROVIDER),
  available: z.boolean().meta({ description: 'Whether the operator made this service a client of the provider.' }),
  status: z.enum(['connected', 'not_connected', 'error']),
  detail: z.string().optional(),
  property: z.string().optional().meta({ description: 'The property that is read; absent until one is chosen.' }),
  properties: z.array(z.string()).optional().meta({ description: 'Those that may be chosen.' }),
  synced_at: Timestamp.optional(),
  sync: z.enum(['idle', 'queued']).meta({ description: 'queued: figures are read within moments.' }),
})
type SearchConsoleConnection = z.infer<typeof SearchConsoleConnection>

export const getSearchConsole = defineProductRead({
  name: 'dashboard_integrations_get',
  path: PATH,
  product: 'path',
  title: 'See the connection to Search Console',
  description: 'Whether a product is connected, to which property, and when its figures were last read.',
  query: {},
  output: SearchConsoleConnection,
  async run({ store, product, searchConsole }) {
    const connection = await store.integrations.connection(product.id, PROVIDER)
    return { data: reportOf(connection, searchConsole !== undefined) }
  },
})

export const authorizeSearchConsole = defineProductWrite({
  name: 'dashboard_integrations_authorize',
  method: 'POST',
  path: `${PATH}/authorization`,
  title: 'Begin to connect Search Console',
  description: 'Answers the page at the provider where the person allows reading; it comes back to the dashboard.',
  output: z.object({ authorization_url: z.url() }),
  async plan({ product, principal, searchConsole }) {
    if (searchConsole === undefined) throw new NotFound()
    if (principal.kind !== 'session') throw new CredentialNotAccepted()
    return {
      summary: `Ask Google to let “${product.name}” read Search Console.`,
      changes: [],
      revision: null,
      async commit() {
        const authorization_url = searchConsole.authorizationUrl(principal.session, product.id)
        return { result: { authorization_url }, subject: product.id }
      },
    }
  },
})

export const selectSearchConsoleProperty = defineProductWrite({
  name: 'dashboard_integrations_select',
  method: 'PUT',
  path: `${PATH}/property`,
  title: 'Choose the property',
  description: 'Chooses which property of the connected account is read. The figures of another one are deleted.',
  body: z.strictObject({ property: z.string().min(1).max(2048) }),
  output: SearchConsoleConnection,
  async plan(call, { property }) {
    const connection = await connected(call)
    if (!connection.properties.includes(property))
      throw new InvalidRequest([{ path: 'property', message: 'must be one that Google listed for this connection' }])
    const { property: earlier } = connection
    const same = earlier === property
    return {
      summary: `Read the property ${property} for “${call.product.name}”.`,
      changes: same ? [] : [{ path: 'property', from: earlier ?? null, to: property }],
      revision: null,
      warnings: async () =>
        earlier === undefined || same
          ? []
          : [`What was read of ${earlier} is deleted; Google keeps sixteen months of it.`],
      async commit() {
        if (same) return { result: reportOf(connection, true), subject: property }
        const at = timestamp(call.clock.now())
        if (earlier !== undefined) await leave(call, { refresh_token: undefined })
        const chosen: ProviderConnection = {
          ...connection,
          property,
          status: 'connected',
          detail: undefined,
          synced_at: undefined,
          sync_requested_at: at,
          updated_at: at,
        }
        await call.store.integrations.put(chosen)
        return { result: reportOf(chosen, true), subject: property }
      },
    }
  },
})

export const syncSearchConsoleNow = defineProductWrite({
  name: 'dashboard_integrations_sync',
  method: 'POST',
  path: `${PATH}/sync`,
  title: 'Read the figures now',
  description: 'Asks for the next reading at once; it begins within moments and goes by itself every six hours.',
  output: SearchConsoleConnection,
  async plan(call) {
    const connection = await connected(call)
    const { property } = connection
    if (property === undefined)
      throw new InvalidRequest([{ path: 'property', message: 'must be chosen before it can be read' }])
    return {
      summary: `Read the figures of ${property} for “${call.product.name}” now.`,
      changes: [],
      revision: null,
      async commit() {
        const asked = { ...connection, sync_requested_at: timestamp(call.clock.now()) }
        await call.store.integrations.put(asked)
        return { result: reportOf(asked, true), subject: property }
      },
    }
  },
})

export const disconnectSearchConsole = defineProductWrite({
  name: 'dashboard_integrations_disconnect',
  method: 'DELETE',
  path: PATH,
  title: 'Disconnect Search Console',
  description: 'Ends the connection, gives access back to the provider, and deletes the figures that were read.',
  output: SearchConsoleConnection,
  destructive: true,
  async plan(call) {
    const { property, refresh_token } = await connected(call)
    return {
      summary: `Disconnect “${call.product.name}” from Search Console.`,
      changes: [{ path: 'property', from: property ?? null, to: null }],
      revision: null,
      warnings: async () => [
        'The figures that were read are deleted; a new connection reads the last sixteen months again.',
        'Google ends all access that the same Google account gave this service: other products connected with it have to be connected again.',
      ],
      async commit() {
        await call.store.integrations.remove(call.product.id, PROVIDER)
        await leave(call, { refresh_token })
        return { result: reportOf(undefined, call.searchConsole !== undefined), subject: property ?? call.product.id }
      },
    }
  },
})

async function connected({ store, product }: ProductWriteCall): Promise<ProviderConnection> {
  const connection = await store.integrations.connection(product.id, PROVIDER)
  if (connection === undefined) throw new NotFound()
  return connection
}

/** The rows in the engine, and access that is given back, cannot be part of a transaction here. */
async function leave(
  { store, product, clock, random }: ProductWriteCall,
  { refresh_token }: { readonly refresh_token: string | undefined },
): Promise<void> {
  await store.integrations.leave({
    id: `lft_${randomBase62(random, 20)}`,
    product: product.id,
    provider: PROVIDER,
    refresh_token,
    rows: true,
    created_at: timestamp(clock.now()),
  })
}

function reportOf(connection: ProviderConnection | undefined, available: boolean): SearchConsoleConnection {
  if (connection === undefined) return { provider: PROVIDER, available, status: 'not_connected', sync: 'idle' }
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
    sync: sync_requested_at !== undefined || isFirst ? 'queued' : 'idle',
  }
}
