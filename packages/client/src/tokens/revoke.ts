import { errorOf, fieldsOf } from '../transport/json.ts'
import { bearer } from '../transport/request.ts'
import { withRetries } from '../transport/retries.ts'
import { authorizationServer, type TokenRequestOptions } from './token-endpoint.ts'

export interface RevokeOptions extends TokenRequestOptions {
  /** A token that was exchanged. */
  readonly token: string
}

/** Ends an exchanged token before it expires (RFC 7009). Anyone who has it may revoke it, and revoking it again is not an error. */
export async function revokeExchangedToken(options: RevokeOptions): Promise<void> {
  const server = authorizationServer(options)
  await revokeAt(server, `${server.address}/oauth/revoke`, options)
}

/** Revokes a token at an endpoint; `clientId` is the public client to which it was issued. */
export async function revokeAt(
  { post, runtime, policy }: ReturnType<typeof authorizationServer>,
  endpoint: string,
  { token, clientId, signal }: Pick<RevokeOptions, 'token' | 'signal'> & { readonly clientId?: string },
): Promise<void> {
  bearer(token)
  const form = { token, ...(clientId !== undefined && { client_id: clientId }) }
  const attempt = async () => {
    const incoming = await post(endpoint, form)
    if (incoming.status >= 400) throw errorOf(problemOf(fieldsOf(incoming)), incoming, runtime.now())
  }
  await withRetries(attempt, policy, runtime, signal)
}

/** The errors of OAuth have other names. */
function problemOf(fields: ReturnType<typeof fieldsOf>) {
  return fields && { detail: fields.error_description ?? fields.error }
}
