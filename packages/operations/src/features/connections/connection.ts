import { type ConnectedApp, ConnectionId, limitFields, ProductId, Timestamp, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import type { AccountCall } from '../../definition/index.ts'

export const Connection = z.object({
  id: ConnectionId,
  client: z.object({
    id: z.string(),
    name: z.string(),
    verified: z.literal(false).meta({ description: 'The name comes from the application and is not verified.' }),
  }),
  redirect_hosts: z.array(z.string()).meta({ description: 'Hosts to which people were redirected.' }),
  scopes: z.array(z.string()),
  products: z
    .array(z.object({ id: ProductId, name: z.string() }))
    .meta({ description: 'Allowed products of which the account is still a member.' }),
  ...limitFields,
  status: z.enum(['active', 'expired', 'revoked']),
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})

export function statusOf({ revoked_at, expires_at }: ConnectedApp, now: Timestamp): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== undefined) return 'revoked'
  return expires_at <= now ? 'expired' : 'active'
}

export async function shown(
  { store, account, clock }: AccountCall,
  apps: readonly ConnectedApp[],
): Promise<z.input<typeof Connection>[]> {
  const names = await productNames({ store, account }, new Set(apps.flatMap(({ products }) => products)))
  const now = timestamp(clock.now())
  return apps.map((app) => ({
    id: app.id,
    client: { id: app.client_id, name: app.client_name, verified: false },
    redirect_hosts: app.redirect_uri === undefined ? [] : [hostOf(app.redirect_uri)],
    scopes: [...app.scopes],
    products: app.products.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name }]
    }),
    ...app.limits,
    status: statusOf(app, now),
    created_at: app.created_at,
    expires_at: app.expires_at,
    last_used_at: app.last_used_at ?? null,
  }))
}

async function productNames(
  { store, account }: Pick<AccountCall, 'store' | 'account'>,
  ids: ReadonlySet<ProductId>,
): Promise<ReadonlyMap<ProductId, string>> {
  if (ids.size === 0) return new Map()
  const page = await store.products.listFor(account, { mode: 'selected', ids: [...ids] }, { limit: ids.size })
  return new Map(page.rows.map(({ id, name }) => [id, name]))
}

function hostOf(redirectUri: string): string {
  return URL.canParse(redirectUri) ? new URL(redirectUri).host : redirectUri
}
