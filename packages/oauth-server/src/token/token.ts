import { authenticatedClient, singleValuedForm } from '../clients/authenticated-client.ts'
import { type Context, refused } from '../context.ts'
import { type HttpAnswer, type HttpRequest, json } from '../http/exchange.ts'
import { single } from '../http/parameters.ts'
import { codeGrant } from './code-grant.ts'
import { extendedGrant } from './extended-grant.ts'
import { type TokenFailure, tokenFailureToAnswer } from './failures.ts'
import type { Grant, TokenRequest } from './grant.ts'
import { lookUpPresented, type Presented } from './presented.ts'
import { refreshGrant } from './refresh-grant.ts'
import { runGrant } from './run-grant.ts'

/** A rotation can be lost to a rotation and then to a revocation, each of which the next attempt sees. */
const ATTEMPTS_MAX = 4

/**
 * POST /oauth/token (RFC 6749 §3.2): the form, then what it presents, then the client, then the grant, which
 * `@node-oauth/oauth2-server` runs.
 */
export async function token(context: Context, request: HttpRequest): Promise<HttpAnswer> {
  const sent = await singleValuedForm(context, 'token', request)
  if (!sent.ok) return sent.answer
  const { form } = sent
  let presented = await lookUpPresented(context, form)
  const authenticated = await authenticatedClient(context, 'token', request, form)
  if (!authenticated.ok) return authenticated.answer
  const { client } = authenticated
  const refuse = (failure: TokenFailure) => {
    refused(context, 'token', failure.reason, client.id)
    return tokenFailureToAnswer(failure)
  }

  const type = single(form, 'grant_type')
  if (type === undefined) return refuse({ reason: 'grant_type_missing' })
  // The library has grant types of its own that are not offered here.
  if (!context.settings.grantTypes.includes(type)) return refuse({ reason: 'grant_type_unsupported' })

  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (attempt > 0) presented = await lookUpPresented(context, form)
    const tokenRequest = { context, client, form, at: context.settings.now() }
    const outcome = await runGrant(tokenRequest, grantOf(tokenRequest, presented))
    if (outcome.kind === 'issued') return json(200, outcome.body)
    if (outcome.kind === 'refused') return refuse(outcome.failure)
  }
  return refuse({ reason: 'connection_revoked' })
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
