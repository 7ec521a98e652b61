import { authenticatedClient, singleValuedForm } from './clients/authenticated-client.ts'
import { type Context, reportRejection } from './context.ts'
import { type HttpRequest, type HttpResponse, json, jsonError } from './http/exchange.ts'
import { type Parameters, single } from './http/parameters.ts'
import { hashSecret } from './secrets.ts'
import { lookUpRefreshToken, revokeReused } from './token/presented.ts'

/**
 * POST /oauth/revoke (RFC 7009). Either token revokes the whole connection, as §2.1 allows. For an unknown token and for that
 * of another client the response is success without effect, so that it does not reveal whether a token exists. A consumed
 * refresh token revokes its connection, whichever client presents it, as at the token endpoint. `token_type_hint` is not needed. A token that was exchanged for an identity belongs to no client: who has it may revoke it.
 */
export async function revoke(context: Context, request: HttpRequest): Promise<HttpResponse> {
  const { stores, host, now, deviceGrant } = context.settings
  const sent = await singleValuedForm(context, 'revoke', request)
  if (!sent.ok) return sent.response
  const presented = single(sent.form, 'token')
  if (
    presented !== undefined &&
    hasNoClient(sent.form, request) &&
    (await host.revokeExchangedToken?.(presented, request.raw))
  )
    return json(200, {})
  const refresh = await lookUpRefreshToken(context, presented)
  const authenticated = await authenticatedClient(context, 'revoke', request, sent.form)
  if (!authenticated.ok) return authenticated.response
  const { client } = authenticated
  if (presented === undefined) {
    reportRejection(context, 'revoke', 'token_missing', client.id)
    return jsonError(400, 'invalid_request', 'token is missing.')
  }
  if (client.kind === 'own') {
    await deviceGrant?.ownClients.find(({ id }) => id === client.id)?.revoke(presented)
    return json(200, {})
  }
  const found = refresh ?? (await stores.connections.findByAccessToken(hashSecret(presented)))
  if (found?.connection.clientId === client.id) {
    if (await stores.connections.revoke(found.connection.id, now(), 'revoked_by_client'))
      host.observe?.({ kind: 'connection_revoked', connectionId: found.connection.id, because: 'revoked_by_client' })
  } else if (refresh?.token.consumedAt !== undefined) await revokeReused(context, refresh.connection)
  return json(200, {})
}

function hasNoClient(form: Parameters, request: HttpRequest): boolean {
  const named = ['client_id', 'client_secret', 'client_assertion'].some((name) => form.has(name))
  return !named && request.header('authorization') === undefined
}
