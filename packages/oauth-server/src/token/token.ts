import { authenticatedClient, singleValuedForm } from '../clients/authenticated-client.ts'
import { type Context, reportRejection } from '../context.ts'
import { DEVICE_GRANT_TYPE } from '../grant-type.ts'
import { type HttpRequest, type HttpResponse, json } from '../http/exchange.ts'
import { type Parameters, single } from '../http/parameters.ts'
import { TOKEN_EXCHANGE } from '../token-exchange.ts'
import { codeGrant } from './code-grant.ts'
import { deviceToken } from './device-grant.ts'
import { exchangeGrant } from './exchange-grant.ts'
import { extendedGrant } from './extended-grant.ts'
import { type TokenFailure, tokenFailureToResponse } from './failures.ts'
import type { Grant, TokenRequest } from './grant.ts'
import { lookUpPresented, type Presented } from './presented.ts'
import { refreshGrant } from './refresh-grant.ts'
import { runGrant } from './run-grant.ts'

/** A request can conflict with a rotation and then with a revocation; the next attempt reads each of them. */
const ATTEMPTS_MAX = 4

/**
 * POST /oauth/token (RFC 6749 §3.2): reads the form, looks up what it presents, authenticates the client, and runs the
 * grant with `@node-oauth/oauth2-server`. A token exchange is the host's, and has no client.
 */
export async function token(context: Context, request: HttpRequest): Promise<HttpResponse> {
  const { exchangeToken } = context.settings.host
  const isExchange = (form: Parameters) =>
    exchangeToken !== undefined && form.get('grant_type')?.join(' ') === TOKEN_EXCHANGE
  const sent = await singleValuedForm(context, 'token', request, isExchange)
  if (!sent.ok) return sent.response
  const { form } = sent
  if (exchangeToken !== undefined && isExchange(form)) return exchangeGrant(context, exchangeToken, form, request)
  let presented = await lookUpPresented(context, form)
  const authenticated = await authenticatedClient(context, 'token', request, form)
  if (!authenticated.ok) return authenticated.response
  const { client } = authenticated
  const reject = (failure: TokenFailure) => {
    reportRejection(context, 'token', failure.reason, client.id)
    return tokenFailureToResponse(failure)
  }

  const type = single(form, 'grant_type')
  if (type === undefined) return reject({ reason: 'grant_type_missing' })
  // The library has grant types that are not supported here.
  if (!context.settings.grantTypes.includes(type)) return reject({ reason: 'grant_type_unsupported' })

  if (type === DEVICE_GRANT_TYPE && context.settings.deviceGrant !== undefined)
    return deviceToken({ context, client, form, at: context.settings.now() })

  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (attempt > 0) presented = await lookUpPresented(context, form)
    const tokenRequest = { context, client, form, at: context.settings.now() }
    const outcome = await runGrant(tokenRequest, grantOf(tokenRequest, presented))
    if (outcome.kind === 'issued') return json(200, outcome.body)
    if (outcome.kind === 'rejected') return reject(outcome.failure)
  }
  return reject({ reason: 'connection_revoked' })
}

function grantOf(request: TokenRequest, presented: Presented): Grant {
  switch (presented.kind) {
    case 'code':
      return codeGrant(request, presented.code)
    case 'refresh_token':
      return refreshGrant(request, presented.found)
    case 'nothing':
      return extendedGrant(request)
  }
}
