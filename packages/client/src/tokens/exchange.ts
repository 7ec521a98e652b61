import { fieldsOf, notOfTheService } from '../transport/json.ts'
import type { Incoming } from '../transport/request.ts'
import { withRetries } from '../transport/retries.ts'
import { authorizationServer, oauthError, type TokenRequestOptions } from './token-endpoint.ts'

export interface ExchangeOptions extends TokenRequestOptions {
  /** The identity token of the workload. A function is asked for a new one each time, since a token is accepted once. */
  readonly subjectToken: string | ((signal?: AbortSignal) => string | Promise<string>)
  /** What the issuer calls it; `jwt` by default. */
  readonly subjectTokenType?: 'jwt' | 'id_token'
  /** Which trust is meant, where several fit. */
  readonly trustId?: string
  /** Fewer scopes than the trust has. */
  readonly scope?: readonly string[]
}

export interface ExchangedToken {
  readonly accessToken: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly scope: readonly string[]
}

const TYPE = 'urn:ietf:params:oauth:token-type:'

/** Exchanges the identity of a workload for a token that lives shortly (RFC 8693). */
export async function exchangeWorkloadIdentity(options: ExchangeOptions): Promise<ExchangedToken> {
  const { subjectToken, subjectTokenType = 'jwt', trustId, scope, signal } = options
  const { address, runtime, policy, post } = authorizationServer(options)
  const attempt = async () => {
    const startedMs = runtime.now()
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: typeof subjectToken === 'string' ? subjectToken : await subjectToken(signal),
      subject_token_type: TYPE + subjectTokenType,
      ...(trustId !== undefined && { trust_id: trustId }),
      ...(scope !== undefined && { scope: scope.join(' ') }),
    }
    return tokenOf(await post(`${address}/oauth/token`, form), startedMs)
  }
  // The one token may have been accepted although the response was lost, and then it is accepted no more.
  const attempts = typeof subjectToken === 'string' ? 1 : policy.attempts
  return withRetries(attempt, { ...policy, attempts }, runtime, signal)
}

function tokenOf(incoming: Incoming, now: number): ExchangedToken {
  const fields = fieldsOf(incoming)
  if (incoming.status >= 400 || fields === undefined) throw oauthError(incoming, now, 'exchange_rejected')
  const { access_token, expires_in, scope } = fields
  if (typeof access_token !== 'string' || typeof expires_in !== 'number') throw notOfTheService(incoming)
  return { accessToken: access_token, expiresAt: now + expires_in * 1000, scope: scopesIn(scope) }
}

export function scopesIn(scope: unknown): readonly string[] {
  return typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : []
}
