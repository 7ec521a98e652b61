import { errorOf, fieldsOf } from '../transport/json.ts'
import { bearer, type Limits, send, serverAddress } from '../transport/request.ts'
import { type RetryPolicy, withRetries } from '../transport/retries.ts'
import { type Runtime, runtimeOf } from '../transport/runtime.ts'
import { policyOf } from './exchange.ts'

export interface RevokeOptions extends Partial<Runtime>, Partial<Limits & RetryPolicy> {
  readonly server: string | URL
  /** A token that was exchanged. */
  readonly token: string
  readonly allowHttp?: boolean
  readonly signal?: AbortSignal
}

/** Ends an exchanged token before it expires (RFC 7009). Anyone who has it may revoke it, and revoking it again is not an error. */
export async function revokeExchangedToken(options: RevokeOptions): Promise<void> {
  const { server, token, allowHttp = false, signal } = options
  bearer(token)
  const runtime = runtimeOf(options)
  const policy = policyOf(options)
  const url = `${serverAddress(server, allowHttp)}/oauth/revoke`
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ token }).toString()
  const attempt = async () => {
    const incoming = await send({ method: 'POST', url, headers, body }, runtime, policy, signal)
    if (incoming.status >= 400) throw errorOf(problemOf(fieldsOf(incoming)), incoming, runtime.now())
  }
  await withRetries(attempt, policy, runtime, signal)
}

/** The errors of OAuth have other names. */
function problemOf(fields: ReturnType<typeof fieldsOf>) {
  return fields && { detail: fields.error_description ?? fields.error }
}
