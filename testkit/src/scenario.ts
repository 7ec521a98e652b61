import {
  type Account,
  type AccountId,
  type ConnectionId,
  type CredentialLimits,
  DAY_MS,
  hashSecret,
  type ProductId,
  type Role,
  type SessionRecord,
  timestamp,
} from '@footfall/core-domain'
import type { TestDatabase } from './each-dialect.ts'
import {
  type SeededProduct,
  type SeededProductKey,
  type SeededToken,
  seedProduct,
  seedProductKey,
  seedToken,
} from './seed.ts'

/** A product with a member in every role, and the credentials that a test asks for. */
export interface Scenario extends SeededProduct {
  readonly database: TestDatabase
  /** An account token, of the owner unless `role` names another member. */
  token(options: Parameters<typeof seedToken>[2] & { readonly role?: Role }): Promise<SeededToken>
  /** A Website API key of the product. */
  key(options?: Parameters<typeof seedProductKey>[2]): Promise<SeededProductKey>
  /** A session that the member has just signed in to. */
  session(role: Role): Promise<SessionRecord>
}

/** Seeds a scenario in a migrated database; every scenario has its own accounts and product. */
export async function scenario(
  database: TestDatabase,
  options: Parameters<typeof seedProduct>[1] = {},
): Promise<Scenario> {
  const seeded = await seedProduct(database, options)
  return {
    ...seeded,
    database,
    token: ({ role = 'owner', ...rest }) => seedToken(database, seeded.people[role].account, rest),
    key: (rest) => seedProductKey(database, seeded.product, rest),
    session: (role) => seedSession(database, seeded.people[role].account),
  }
}

/** A session that the account has just signed in to, for 30 days. */
export async function seedSession(
  { store, clock, ids }: TestDatabase,
  account: Pick<Account, 'id'>,
): Promise<SessionRecord> {
  const now = clock.now()
  const id = ids.session()
  const session: SessionRecord = {
    id,
    secret_hash: hashSecret(id),
    account: account.id,
    created_at: timestamp(now),
    authenticated_at: timestamp(now),
    expires_at: timestamp(now + 30 * DAY_MS),
    second_factor: undefined,
    used_at: timestamp(now),
    address: undefined,
    user_agent: undefined,
  }
  await store.transaction((tx) => tx.sessions.insert(session))
  return session
}

/** A connection as the authorization server stores it when a person allows a client and the client redeems its code. */
export async function seedConnection(
  { control, clock, ids }: TestDatabase,
  account: AccountId,
  products: readonly ProductId[],
  {
    clientName = 'Agent',
    redirectUri = 'https://agent.example/cb',
    lifeMs = 90 * DAY_MS,
    limits = undefined as CredentialLimits | undefined,
  } = {},
): Promise<ConnectionId> {
  const { oauth } = control
  const now = clock.now()
  const id = ids.connection()
  const hash = (what: string) => hashSecret(`${what}${id}`) as never
  const asked = {
    accountId: account,
    clientId: 'https://agent.example/client.json',
    clientName,
    redirectUri,
    codeChallenge: 'c',
    scopes: ['products:read', 'analytics:read'],
    issuer: 'https://stats.example',
    resource: 'https://stats.example/api/mcp',
  }
  const grant = { products: [...products], ...(limits && { limits }) }
  const lifetime = { issuedAt: now, expiresAt: now + 60_000 }
  const consent = { browserHash: hash('browser'), state: 's', createdAt: now, expiresAt: now + 60_000 }
  await oauth.consents.add({ ...asked, ...consent, hash: hash('consent') })
  const code = { ...asked, ...lifetime, hash: hash('code'), grant, connectionId: id, consumedAt: undefined }
  await oauth.consents.approve(hash('consent'), code)
  const life = { createdAt: now, expiresAt: now + lifeMs, refreshedAt: now, revokedAt: undefined }
  const connection = { ...asked, ...life, id, grant, generation: 0 }
  const accessToken = { ...lifetime, hash: hash('access'), connectionId: id }
  await oauth.codes.redeem(hash('code'), { connection, accessToken, refreshToken: undefined }, now)
  return id
}
