import { FootfallError, withoutSecrets } from '../errors.ts'
import { fieldsOf, isFields, notOfTheService } from '../transport/json.ts'
import { type Incoming, type Limits, send, serverAddress } from '../transport/request.ts'
import { codeOfStatus, type RetryPolicy, retryAfterMs, withRetries } from '../transport/retries.ts'
import { type Runtime, runtimeOf } from '../transport/runtime.ts'

export interface ExchangeOptions extends Partial<Runtime>, Partial<Limits & RetryPolicy> {
  readonly server: string | URL
  /** The identity token of the workload. A function is asked for a new one each time, since a token is accepted once. */
  readonly subjectToken: string | ((signal?: AbortSignal) => string | Promise<string>)
  /** What the issuer calls it; `jwt` by default. */
  readonly subjectTokenType?: 'jwt' | 'id_token'
  /** Which trust is meant, where several fit. */
  readonly trustId?: string
  /** Fewer scopes than the trust has. */
  readonly scope?: readonly string[]
  /** Allows a server at http that is another machine. */
  readonly allowHttp?: boolean
  readonly signal?: AbortSignal
}

export interface ExchangedToken {
  readonly accessToken: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly scope: readonly string[]
}

const TYPE = 'urn:ietf:params:oauth:token-type:'
const LIMITS = { timeoutMs: 30_000, responseBytesMax: 16 * 1024 * 1024, attempts: 4, waitMsMax: 60_000 }

/** Exchanges the identity of a workload for a token that lives shortly (RFC 8693). */
export async function exchangeWorkloadIdentity(options: ExchangeOptions): Promise<ExchangedToken> {
  const { server, subjectToken, subjectTokenType = 'jwt', trustId, scope, allowHttp = false, signal } = options
  const runtime = runtimeOf(options)
  const policy = policyOf(options)
  const url = `${serverAddress(server, allowHttp)}/oauth/token`
  const attempt = async () => {
    const startedMs = runtime.now()
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: typeof subjectToken === 'string' ? subjectToken : await subjectToken(signal),
      subject_token_type: TYPE + subjectTokenType,
    })
    if (trustId !== undefined) form.set('trust_id', trustId)
    if (scope !== undefined) form.set('scope', scope.join(' '))
    const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
    return tokenOf(
      await send({ method: 'POST', url, headers, body: form.toString() }, runtime, policy, signal),
      startedMs,
    )
  }
  // The one token may have been accepted although the response was lost, and then it is accepted no more.
  const attempts = typeof subjectToken === 'string' ? 1 : policy.attempts
  return withRetries(attempt, { ...policy, attempts }, runtime, signal)
}

export function policyOf(given: Partial<Limits & RetryPolicy>): Limits & RetryPolicy {
  return {
    timeoutMs: given.timeoutMs ?? LIMITS.timeoutMs,
    responseBytesMax: given.responseBytesMax ?? LIMITS.responseBytesMax,
    attempts: given.attempts ?? LIMITS.attempts,
    waitMsMax: given.waitMsMax ?? LIMITS.waitMsMax,
  }
}

function tokenOf(incoming: Incoming, now: number): ExchangedToken {
  const fields = fieldsOf(incoming)
  if (incoming.status >= 400 || fields === undefined) throw exchangeError(incoming, now)
  const { access_token, expires_in, scope } = fields
  if (typeof access_token !== 'string' || typeof expires_in !== 'number') throw notOfTheService(incoming)
  const scopes = typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : []
  return { accessToken: access_token, expiresAt: now + expires_in * 1000, scope: scopes }
}

function exchangeError(incoming: Incoming, now: number): FootfallError<string> {
  const { status, header } = incoming
  const fields = fieldsOf(incoming)
  const facts = { status, requestId: header('request-id'), retryAfterMs: retryAfterMs(incoming, now) }
  if (!isFields(fields) || typeof fields.error !== 'string' || status === 429 || status >= 500)
    return new FootfallError(codeOfStatus(status), `The token endpoint answered with status ${status}.`, facts)
  const { error, error_description } = fields
  const detail = typeof error_description === 'string' ? error_description : error
  return new FootfallError('exchange_rejected', withoutSecrets(detail), { ...facts, oauthError: withoutSecrets(error) })
}
