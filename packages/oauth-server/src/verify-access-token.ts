import type { OAuthStores } from './ports.ts'
import type { EpochMs, JsonValue } from './records.ts'
import { hashSecret } from './secrets.ts'

/** What a valid access token allows. */
export interface VerifiedAccess {
  readonly connectionId: string
  readonly accountId: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly grant: JsonValue
  readonly expiresAt: EpochMs
  /** When the connection ends, and with it every token. */
  readonly connectionExpiresAt: EpochMs
}

/** What verification needs, also in a resource server of its own process. */
export interface AccessTokenIssuer {
  readonly issuer: string
  readonly stores: Pick<OAuthStores, 'connections'>
  readonly now: () => EpochMs
}

/**
 * For the resource server: what a presented access token allows there, or undefined. The token and its connection must be
 * valid, and issued by this issuer for this resource (RFC 8707 §2, RFC 9700 §2.3).
 */
export async function verifyAccessToken(
  { issuer, stores, now }: AccessTokenIssuer,
  presented: string,
  resource: string,
): Promise<VerifiedAccess | undefined> {
  const found = await stores.connections.findByAccessToken(hashSecret(presented))
  if (!found) return undefined
  const { token, connection } = found
  if (connection.issuer !== issuer || connection.resource !== resource) return undefined
  const at = now()
  if (connection.revokedAt !== undefined || connection.expiresAt <= at || token.expiresAt <= at) return undefined
  const { id: connectionId, accountId, clientId, scopes, grant } = connection
  return {
    connectionId,
    accountId,
    clientId,
    scopes,
    grant,
    expiresAt: token.expiresAt,
    connectionExpiresAt: connection.expiresAt,
  }
}
