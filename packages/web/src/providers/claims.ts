import type { ProvenIdentity } from '@footfall/accounts'

/** The claims of an ID token or of the userinfo endpoint that a sign-in uses. */
export interface Claims {
  readonly iss: string
  readonly sub: string
  readonly auth_time?: unknown
  readonly email?: unknown
  readonly email_verified?: unknown
  readonly name?: unknown
}

/** “It MUST NOT exceed 255 ASCII characters in length” (OpenID Connect Core §2), and a blank one identifies nobody. */
export function isSubject(sub: unknown): sub is string {
  return typeof sub === 'string' && sub.length <= 255 && sub.trim() !== ''
}

/** An address counts only together with what the same answer says about it. */
export function identityOf(token: Claims, info: Omit<Claims, 'iss'> | undefined, trustEmail: boolean): ProvenIdentity {
  const source = token.email === undefined && info !== undefined ? info : token
  const { email, email_verified: verified } = source
  return {
    issuer: token.iss,
    subject: token.sub,
    email: typeof email === 'string' ? email : undefined,
    // Some providers send the boolean as a text.
    emailVerified: verified === true || verified === 'true' || (verified === undefined && trustEmail),
    name: text(token.name) ?? text(info?.name),
    authenticatedAtMs: typeof token.auth_time === 'number' ? token.auth_time * 1_000 : undefined,
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
