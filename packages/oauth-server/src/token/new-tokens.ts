import type { AccessToken, Connection, EpochMs, RefreshToken } from '../records.ts'
import { hashSecret, randomSecret } from '../secrets.ts'
import { LIFETIME_MS, type Settings } from '../settings.ts'

const DEFAULT_PREFIX = { access: 'joa_', refresh: 'jor_' }

export function mintToken({ host, randomBytes }: Settings, kind: 'access' | 'refresh'): string {
  return host.mintToken?.(kind) ?? `${DEFAULT_PREFIX[kind]}${randomSecret(randomBytes)}`
}

type TokenConnection = Pick<Connection, 'id' | 'expiresAt'>

/** Expires after one hour, and not later than its connection. */
export function accessTokenOf(secret: string, { id, expiresAt }: TokenConnection, at: EpochMs): AccessToken {
  return {
    hash: hashSecret(secret),
    connectionId: id,
    issuedAt: at,
    expiresAt: Math.min(at + LIFETIME_MS.accessToken, expiresAt),
  }
}

/** Expires after thirty days, and not later than its connection. */
export function refreshTokenOf(
  secret: string,
  { id, expiresAt }: TokenConnection,
  generation: number,
  at: EpochMs,
): RefreshToken {
  return {
    hash: hashSecret(secret),
    connectionId: id,
    generation,
    issuedAt: at,
    expiresAt: Math.min(at + LIFETIME_MS.refreshToken, expiresAt),
    consumedAt: undefined,
  }
}

/** `expires_in` of the token response (RFC 6749 §5.1). */
export function expiresInSeconds({ issuedAt, expiresAt }: AccessToken): number {
  return Math.floor((expiresAt - issuedAt) / 1000)
}
