import { type AccountId, type ConnectionId, DAY_MS, hashSecret, type ProductId } from '@footfall/core-domain'
import type { TestDatabase } from '@footfall/testkit'

/** What the authorization server leaves behind when a person allows a client and the client redeems its code. */
export async function connect(
  { control, clock, ids }: TestDatabase,
  account: AccountId,
  products: readonly ProductId[],
  { clientName = 'Agent', redirectUri = 'https://agent.example/cb', lifeMs = 90 * DAY_MS } = {},
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
  const grant = { products: [...products] }
  const span = { issuedAt: now, expiresAt: now + 60_000 }
  const consent = { browserHash: hash('browser'), state: 's', createdAt: now, expiresAt: now + 60_000 }
  await oauth.consents.add({ ...asked, ...consent, hash: hash('consent') })
  const code = { ...asked, ...span, hash: hash('code'), grant, connectionId: id, consumedAt: undefined }
  await oauth.consents.approve(hash('consent'), code)
  const life = { createdAt: now, expiresAt: now + lifeMs, refreshedAt: now, revokedAt: undefined }
  const connection = { ...asked, ...life, id, grant, generation: 0 }
  const accessToken = { ...span, hash: hash('access'), connectionId: id }
  await oauth.codes.redeem(hash('code'), { connection, accessToken, refreshToken: undefined }, now)
  return id
}
