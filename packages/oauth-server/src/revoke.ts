import { authenticatedForm } from './clients/authenticated-client.ts'
import { type Context, refused } from './context.ts'
import { type HttpAnswer, type HttpRequest, json, jsonError } from './http/exchange.ts'
import { single } from './http/parameters.ts'
import type { Connection } from './records.ts'
import { hashSecret } from './secrets.ts'

/**
 * POST /oauth/revoke (RFC 7009). Either token ends the whole connection (§2.1 lets a server do so). An unknown token and
 * another client's are answered as success and nothing happens: nobody learns whether a token exists. The hint is not
 * needed, since both kinds are looked up.
 */
export async function revoke(context: Context, request: HttpRequest): Promise<HttpAnswer> {
  const { stores, host, now } = context.settings
  const sent = await authenticatedForm(context, 'revoke', request)
  if (!sent.ok) return sent.answer
  const presented = single(sent.form, 'token')
  if (presented === undefined) {
    refused(context, 'revoke', 'token_missing', sent.client.id)
    return jsonError(400, 'invalid_request', 'token is missing.')
  }
  const connection = await connectionOf(context, presented)
  if (connection?.clientId === sent.client.id && (await stores.connections.revoke(connection.id, now()))) {
    host.observe?.({ kind: 'connection_revoked', connectionId: connection.id, because: 'revoked_by_client' })
  }
  return json(200, {})
}

async function connectionOf({ settings }: Context, presented: string): Promise<Connection | undefined> {
  const { connections } = settings.stores
  const hash = hashSecret(presented)
  const found = (await connections.findByRefreshToken(hash)) ?? (await connections.findByAccessToken(hash))
  return found?.connection
}
