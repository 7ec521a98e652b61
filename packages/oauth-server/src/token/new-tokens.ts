import type { AccessToken, Connection, EpochMs, RefreshToken } from '../records.ts'
import { hashSecret, randomSecret } from '../secrets.ts'
import { LIFETIME, type Settings } from '../settings.ts'

const DEFAULT_PREFIX = { access: 'joa_', refresh: 'jor_' }

export function mintToken({ host, randomBytes }: Settings, kind: 'access' | 'refresh'): string {
  return host.mintToken?.(kind) ?? `${DEFAULT_PREFIX[kind]}${randomSecret(randomBytes)}`
}

type Issuing = Pick<Connection, 'id' | 'expiresAt'>

/** An hour at most; no token outlives its connection. */
export function accessTokenOf(secret: string, { id, expiresAt }: Issuing, at: EpochMs): AccessToken {
  return {
    hash: hashSecret(secret),
    connectionId: id,
    issuedAt: at,
    expiresAt: Math.min(at + LIFETIME.accessToken, expiresAt),
  }
}

/** Thirty days at most. */
export function refreshTokenOf(
  secret: string,
  { id, expiresAt }: Issuing,
  generation: number,
  at: EpochMs,
): RefreshToken {
  return {
    hash: hashSecret(secret),
    connectionId: id,
    generation,
    issuedAt: at,
    expiresAt: Math.min(at + LIFETIME.refreshToken, expiresAt),
    consumedAt: undefined,
  }
}

/** `expires_in` of the answer, in whole seconds (RFC 6749 §5.1). */
export function secondsOf({ issuedAt, expiresAt }: AccessToken): number {
  return Math.floor((expiresAt - issuedAt) / 1000)
}
