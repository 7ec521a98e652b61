import { type Parameters, single } from '../http/parameters.ts'
import { isCodeVerifier, verifierMatches } from '../pkce.ts'
import type { AuthorizationCode, EpochMs } from '../records.ts'
import type { TokenFailure } from './failures.ts'

export interface CodePresentation {
  readonly form: Parameters
  /** Already authenticated. */
  readonly clientId: string
  readonly code: AuthorizationCode | undefined
  readonly issuer: string
  readonly resource: string
  readonly now: EpochMs
}

export type CodeVerdict =
  | { readonly kind: 'redeem'; readonly code: AuthorizationCode }
  /** Refused; the code stays as it is, since it is not this client's to spoil, or nothing is left to spoil. */
  | { readonly kind: 'refuse'; readonly failure: TokenFailure }
  /** Refused and consumed: its client presented it, with something wrong. */
  | { readonly kind: 'spoil'; readonly code: AuthorizationCode; readonly failure: TokenFailure }
  /** Consumed before: two hold it, and one of them stole it. The connection ends (RFC 6749 §4.1.2, RFC 9700 §2.1.1). */
  | { readonly kind: 'replay'; readonly code: AuthorizationCode }

type Check = (presented: CodePresentation & { readonly code: AuthorizationCode }) => TokenFailure | undefined

/** What a presentation by its own client must hold; whichever fails first is named, and the code is gone either way. */
const checks: readonly Check[] = [
  ({ form }) => formFailure(form),
  ({ code, issuer }) => (code.issuer === issuer ? undefined : { reason: 'code_of_another_issuer' }),
  ({ form, code, resource }) =>
    single(form, 'resource') === resource && code.resource === resource ? undefined : { reason: 'resource_other' },
  // Redirect manipulation: the code was made for one place, and is taken only from who knows it (RFC 6749 §4.1.3).
  ({ form, code }) =>
    single(form, 'redirect_uri') === code.redirectUri ? undefined : { reason: 'redirect_uri_other' },
  // Code injection: who did not begin this authorization does not know the verifier (RFC 7636 §4.6, RFC 9700 §4.5).
  ({ form, code }) =>
    verifierMatches(single(form, 'code_verifier') ?? '', code.codeChallenge) ? undefined : { reason: 'verifier_other' },
]

/** Says what to do with a presented code. Touches nothing; the caller does it by compare-and-set. */
export function judgeCode(presented: CodePresentation): CodeVerdict {
  const { form, clientId, code, now } = presented
  if (code === undefined) return refuse(formFailure(form) ?? { reason: 'code_unknown' })
  if (code.clientId !== clientId) return refuse({ reason: 'code_of_another_client' })
  if (code.consumedAt !== undefined) return { kind: 'replay', code }
  if (code.expiresAt <= now) return refuse({ reason: 'code_expired' })
  for (const check of checks) {
    const failure = check({ ...presented, code })
    if (failure) return { kind: 'spoil', code, failure }
  }
  return { kind: 'redeem', code }
}

function formFailure(form: Parameters): TokenFailure | undefined {
  const verifier = single(form, 'code_verifier')
  if (single(form, 'code') === undefined) return { reason: 'code_missing' }
  if (single(form, 'redirect_uri') === undefined) return { reason: 'redirect_uri_missing' }
  if (verifier === undefined) return { reason: 'verifier_missing' }
  if (!isCodeVerifier(verifier)) return { reason: 'verifier_malformed' }
  return single(form, 'resource') === undefined ? { reason: 'resource_missing' } : undefined
}

const refuse = (failure: TokenFailure): CodeVerdict => ({ kind: 'refuse', failure })
