import { authenticatedClient, singleValuedForm } from './clients/authenticated-client.ts'
import { type Context, refused } from './context.ts'
import { type HttpAnswer, type HttpRequest, json, jsonError } from './http/exchange.ts'
import { single } from './http/parameters.ts'
import { hashSecret } from './secrets.ts'
import { endReused, lookUpRefreshToken } from './token/presented.ts'

/**
 * POST /oauth/revoke (RFC 7009). Either token ends the whole connection (§2.1 lets a server do so). An unknown token and
 * another client's are answered as success and nothing happens: nobody learns whether a token exists. A consumed refresh
 * token ends its connection whoever shows it, as at the token endpoint. The hint is not needed, since both kinds are
 * looked up.
 */
export async function revoke(context: Context, request: HttpRequest): Promise<HttpAnswer> {
  const { stores, host, now } = context.settings
  const sent = await singleValuedForm(context, 'revoke', request)
  if (!sent.ok) return sent.answer
  const presented = single(sent.form, 'token')
  const refresh = await lookUpRefreshToken(context, presented)
  const authenticated = await authenticatedClient(context, 'revoke', request, sent.form)
  if (!authenticated.ok) return authenticated.answer
  const { client } = authenticated
  if (presented === undefined) {
    refused(context, 'revoke', 'token_missing', client.id)
    return jsonError(400, 'invalid_request', 'token is missing.')
  }
  const found = refresh ?? (await stores.connections.findByAccessToken(hashSecret(presented)))
  if (found?.connection.clientId === client.id) {
    if (await stores.connections.revoke(found.connection.id, now(), 'revoked_by_client'))
      host.observe?.({ kind: 'connection_revoked', connectionId: found.connection.id, because: 'revoked_by_client' })
  } else if (refresh?.token.consumedAt !== undefined) await endReused(context, refresh.connection)
  return json(200, {})
}
