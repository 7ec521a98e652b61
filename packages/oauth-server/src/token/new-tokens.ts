import type { AccessToken, Connection, EpochMs, RefreshToken } from '../records.ts'
import { hashSecret, randomSecret } from '../secrets.ts'
import type { Settings } from '../settings.ts'

const DEFAULT_PREFIX = { access: 'joa_', refresh: 'jor_' }

export function mintToken({ host, randomBytes }: Settings, kind: 'access' | 'refresh'): string {
  return host.mintToken?.(kind) ?? `${DEFAULT_PREFIX[kind]}${randomSecret(randomBytes)}`
}

type TokenConnection = Pick<Connection, 'id' | 'expiresAt'>
type Lifetimes = Pick<Settings, 'lifetimesMs'>

/** Expires not later than its connection. */
export function accessTokenOf(
  { lifetimesMs }: Lifetimes,
  secret: string,
  { id, expiresAt }: TokenConnection,
  at: EpochMs,
): AccessToken {
  return {
    hash: hashSecret(secret),
    connectionId: id,
    issuedAt: at,
    expiresAt: Math.min(at + lifetimesMs.accessToken, expiresAt),
  }
}

/** Expires not later than its connection. */
export function refreshTokenOf(
  { lifetimesMs }: Lifetimes,
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
    expiresAt: Math.min(at + lifetimesMs.refreshToken, expiresAt),
    consumedAt: undefined,
  }
}

/** `expires_in` of the token response (RFC 6749 §5.1). */
export function expiresInSeconds({ issuedAt, expiresAt }: AccessToken): number {
  return Math.floor((expiresAt - issuedAt) / 1000)
}
