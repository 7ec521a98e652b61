import type { AccessToken, EpochMs, RefreshToken } from '../records.ts'
import { hashSecret, randomSecret } from '../secrets.ts'
import { LIFETIME, type Settings } from '../settings.ts'

/** A pair of tokens as the client gets it, and as the store keeps it. */
export interface IssuedTokens {
  readonly access: { readonly secret: string; readonly record: AccessToken }
  readonly refresh: { readonly secret: string; readonly record: RefreshToken }
}

const DEFAULT_PREFIX = { access: 'joa_', refresh: 'jor_' }

/** Neither token outlives the connection (access: an hour at most, refresh: thirty days at most). */
export function issueTokens(
  { host, randomBytes }: Settings,
  connection: { readonly id: string; readonly expiresAt: EpochMs },
  generation: number,
  issuedAt: EpochMs,
): IssuedTokens {
  const mint = (kind: 'access' | 'refresh') =>
    host.mintToken?.(kind) ?? `${DEFAULT_PREFIX[kind]}${randomSecret(randomBytes)}`
  const token = (secret: string, lifetime: number) => ({
    hash: hashSecret(secret),
    connectionId: connection.id,
    issuedAt,
    expiresAt: Math.min(issuedAt + lifetime, connection.expiresAt),
  })
  const access = mint('access')
  const refresh = mint('refresh')
  return {
    access: { secret: access, record: token(access, LIFETIME.accessToken) },
    refresh: {
      secret: refresh,
      record: { ...token(refresh, LIFETIME.refreshToken), generation, consumedAt: undefined },
    },
  }
}
