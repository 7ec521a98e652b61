import { FootfallError, withoutSecrets } from '../errors.ts'
import { fieldsOf } from '../transport/json.ts'
import { type Incoming, type Limits, send, serverAddress } from '../transport/request.ts'
import { codeOfStatus, type RetryPolicy, retryAfterMs } from '../transport/retries.ts'
import { type Runtime, runtimeOf } from '../transport/runtime.ts'

/** What every request for a token takes. */
export interface TokenRequestOptions extends Partial<Runtime>, Partial<Limits & RetryPolicy> {
  readonly server: string | URL
  /** Allows a server at http that is another machine. */
  readonly allowHttp?: boolean
  readonly signal?: AbortSignal
}

const LIMITS = { timeoutMs: 30_000, responseBytesMax: 16 * 1024 * 1024, attempts: 4, waitMsMax: 60_000 }

export function policyOf(given: Partial<Limits & RetryPolicy>): Limits & RetryPolicy {
  return {
    timeoutMs: given.timeoutMs ?? LIMITS.timeoutMs,
    responseBytesMax: given.responseBytesMax ?? LIMITS.responseBytesMax,
    attempts: given.attempts ?? LIMITS.attempts,
    waitMsMax: given.waitMsMax ?? LIMITS.waitMsMax,
  }
}

/** The authorization server of a service, which is asked without a token. */
export function authorizationServer(options: TokenRequestOptions) {
  const { signal, allowHttp = false } = options
  const runtime = runtimeOf(options)
  const policy = policyOf(options)
  const accept = { accept: 'application/json' }
  return {
    address: serverAddress(options.server, allowHttp),
    runtime,
    policy,
    get: (url: string) => send({ method: 'GET', url, headers: accept }, runtime, policy, signal),
    post(endpoint: string, form: Readonly<Record<string, string>>) {
      const headers = { ...accept, 'content-type': 'application/x-www-form-urlencoded' }
      const url = serverAddress(endpoint, allowHttp)
      return send({ method: 'POST', url, headers, body: new URLSearchParams(form).toString() }, runtime, policy, signal)
    },
  }
}

/** The error of an endpoint of OAuth (RFC 6749 §5.2), or of a response that has none. */
export function oauthError(
  incoming: Incoming,
  now: number,
  code: 'exchange_rejected' | 'sign_in_rejected',
): FootfallError<string> {
  const { status, header } = incoming
  const { error, error_description } = fieldsOf(incoming) ?? {}
  const facts = { status, requestId: header('request-id'), retryAfterMs: retryAfterMs(incoming, now) }
  if (typeof error !== 'string' || status === 429 || status >= 500)
    return new FootfallError(codeOfStatus(status), `The token endpoint answered with status ${status}.`, facts)
  const detail = typeof error_description === 'string' ? error_description : error
  return new FootfallError(code, withoutSecrets(detail), { ...facts, oauthError: withoutSecrets(error) })
}
