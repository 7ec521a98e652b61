import { authenticatedForm } from '../clients/authenticated-client.ts'
import type { OAuthClient } from '../clients/client.ts'
import { GRANT_TYPES } from '../clients/metadata.ts'
import { type Context, refused } from '../context.ts'
import { type HttpAnswer, type HttpRequest, json } from '../http/exchange.ts'
import { type Parameters, single } from '../http/parameters.ts'
import { exchangeCode } from './exchange-code.ts'
import { tokenFailureToAnswer } from './failures.ts'
import type { TokenOutcome } from './outcome.ts'
import { refreshTokens } from './refresh-tokens.ts'

/** POST /oauth/token (RFC 6749 §4.1.3 and §6): the form, then the client, then the grant. */
export async function token(context: Context, request: HttpRequest): Promise<HttpAnswer> {
  const sent = await authenticatedForm(context, 'token', request)
  if (!sent.ok) return sent.answer
  const { client, form } = sent
  const outcome = await grant(context, client, form)
  if (outcome.ok) return tokenAnswer(outcome)
  refused(context, 'token', outcome.failure.reason, client.id)
  return tokenFailureToAnswer(outcome.failure)
}

async function grant(context: Context, client: OAuthClient, form: Parameters): Promise<TokenOutcome> {
  const asked = single(form, 'grant_type')
  if (asked === undefined) return { ok: false, failure: { reason: 'grant_type_missing' } }
  const type = GRANT_TYPES.find((known) => known === asked)
  if (type === undefined) return { ok: false, failure: { reason: 'grant_type_unsupported' } }
  if (!client.grantTypes.includes(type)) return { ok: false, failure: { reason: 'grant_type_not_registered' } }
  return type === 'authorization_code' ? exchangeCode(context, client, form) : refreshTokens(context, client, form)
}

/** RFC 6749 §5.1. */
function tokenAnswer({ tokens, scopes, mayRefresh }: TokenOutcome & { readonly ok: true }): HttpAnswer {
  const { secret, record } = tokens.access
  return json(200, {
    access_token: secret,
    token_type: 'Bearer',
    expires_in: Math.floor((record.expiresAt - record.issuedAt) / 1000),
    ...(mayRefresh ? { refresh_token: tokens.refresh.secret } : {}),
    scope: scopes.join(' '),
  })
}
