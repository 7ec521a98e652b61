import { type AccountId, type CredentialLimits, storedLimits, timestamp } from '@footfall/core-domain'
import type { ControlData, OAuthData } from '@footfall/storage'
import { accountByEmail } from '../lookup.ts'

const PAGE = 200

type Client = NonNullable<Awaited<ReturnType<OAuthData['clients']['find']>>>
type Connection = NonNullable<Awaited<ReturnType<OAuthData['connections']['find']>>>
interface FoundConnection {
  readonly connection: Connection
  readonly email: string | undefined
  readonly lastUsedAt: string | undefined
}

export async function findConnections(
  { oauth, store }: ControlData,
  { account, live }: { account?: string; live?: true },
  now: number,
): Promise<readonly FoundConnection[]> {
  const filter = {
    ...(account === undefined ? {} : { accountId: (await accountByEmail(store, account)).id }),
    ...(live === true ? { liveAt: now } : {}),
  }
  const connections = await allPages((page) => oauth.connections.list(filter, page))
  const emails = new Map((await store.accounts.list()).map(({ id, email }) => [id, email]))
  const uses = await oauth.lastUses(connections.map(({ id }) => id))
  return connections.map((connection) => ({
    connection,
    email: emails.get(connection.accountId as AccountId),
    lastUsedAt: uses.get(connection.id),
  }))
}

/** Every entry of a list that is read in pages. */
export async function allPages<T extends { readonly id: string }>(
  list: (page: { limit: number; after: string | undefined }) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = []
  for (;;) {
    const page = await list({ limit: PAGE, after: found.at(-1)?.id })
    found.push(...page)
    if (page.length < PAGE) return found
  }
}

export function clientJson({ id, name, authMethod, redirectUris, registeredAt, expiresAt, firstAllowedAt }: Client) {
  return {
    id,
    name,
    token_endpoint_auth_method: authMethod,
    redirect_uris: redirectUris,
    registered_at: timestamp(registeredAt),
    expires_at: timestamp(expiresAt),
    first_allowed_at: firstAllowedAt === undefined ? null : timestamp(firstAllowedAt),
  }
}

export function connectionJson(now: number) {
  return ({ connection, email, lastUsedAt }: FoundConnection) => ({
    id: connection.id,
    status: statusOf(connection, now),
    client: { id: connection.clientId, name: connection.clientName },
    account: email ?? connection.accountId,
    products: productsOf(connection.grant),
    ...limitsIn(connection.grant),
    scopes: connection.scopes,
    created_at: timestamp(connection.createdAt),
    expires_at: timestamp(connection.expiresAt),
    refreshed_at: timestamp(connection.refreshedAt),
    last_used_at: lastUsedAt ?? null,
  })
}

function statusOf({ revokedAt, expiresAt }: Connection, now: number): 'active' | 'revoked' | 'expired' {
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt <= now ? 'expired' : 'active'
}

function limitsIn(grant: Connection['grant']): CredentialLimits {
  return storedLimits(typeof grant === 'object' && grant !== null && 'limits' in grant ? grant.limits : undefined)
}

function productsOf(grant: Connection['grant']): readonly string[] {
  const products = typeof grant === 'object' && grant !== null && 'products' in grant ? grant.products : undefined
  return Array.isArray(products) ? products.map(String) : []
}
