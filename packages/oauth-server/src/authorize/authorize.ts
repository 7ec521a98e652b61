import type { OAuthClient } from '../clients/client.ts'
import { beginConsent } from '../consent/begin-consent.ts'
import { bindBrowser } from '../consent/browser-binding.ts'
import { type Context, errorPage, refused } from '../context.ts'
import { type HttpAnswer, type HttpRequest, redirect } from '../http/exchange.ts'
import { type Parameters, parseParameters, single } from '../http/parameters.ts'
import type { RequestedAuthorization } from '../records.ts'
import { withParameters } from '../redirect-uri.ts'
import { queryWithBegun, whenBegun } from './begun.ts'
import {
  checkClientId,
  checkRedirectUri,
  checkRedirectUriForm,
  checkRedirectUriGiven,
  firstFailure,
  returnableState,
} from './checks.ts'
import { type LocalFailure, localFailureToPage, redirectedFailureToError } from './failures.ts'

/**
 * GET /oauth/authorize (RFC 6749 §4.1.1). Local failures first, then those that redirect, then sign-in, then the question.
 * Nothing is stored and no metadata document is fetched before someone is signed in: strangers can neither fill the store
 * nor choose what this server connects to. After sign-in the same request comes again and is checked anew.
 */
export async function authorize(context: Context, request: HttpRequest): Promise<HttpAnswer> {
  const { settings, clients } = context
  const parameters = parseParameters(request.query)
  const clientId = single(parameters, 'client_id') ?? ''

  const malformed = checkClientId(parameters) ?? checkRedirectUriGiven(parameters)
  if (malformed) return refuseLocally(context, malformed, clientId)
  const browser = bindBrowser(settings.issuer, request.header('cookie'), settings.randomBytes)
  const asked = { query: request.query, browserHash: browser.hash }
  const begun = whenBegun(settings, asked, parameters)
  if (!begun.ok) return refuseLocally(context, begun.failure, clientId)

  const account = await settings.host.currentAccount(request.raw)
  const resolved = await (account ? clients.describe(clientId) : clients.identify(clientId))
  if (!resolved.ok) return refuseLocally(context, resolved.failure, clientId)
  const { client } = resolved
  const signIn = () => {
    const returnTo = `${request.path}?${queryWithBegun(settings, asked, begun.at)}`
    return redirect(302, settings.host.signInUrl(returnTo), { 'Set-Cookie': browser.setCookie })
  }
  const isDescribed = account !== undefined || client.kind === 'registered'
  const badRedirect = isDescribed ? checkRedirectUri(parameters, client) : checkRedirectUriForm(parameters)
  if (badRedirect) return refuseLocally(context, badRedirect, clientId)
  if (!isDescribed) return signIn()

  const { resource, grantable } = settings
  const failure = firstFailure({ parameters, client, resource, grantable })
  const redirectUri = single(parameters, 'redirect_uri') ?? ''
  const state = returnableState(parameters)
  if (failure) {
    refused(context, 'authorize', failure.reason, clientId)
    const { error, description } = redirectedFailureToError(failure)
    return redirect(302, errorLocation(settings.issuer, redirectUri, state, error, description))
  }
  if (!account) return signIn()
  const question = { client, account, requested: requested(context, parameters, client), state: state ?? '' }
  return beginConsent(context, question, { browser, begunAt: begun.at })
}

/** Every response says who it is from, errors too (RFC 9207 §2): a client that talks to two servers cannot be mixed up. */
export function errorLocation(
  issuer: string,
  redirectUri: string,
  state: string | undefined,
  error: string,
  description: string,
): string {
  return withParameters(redirectUri, { error, error_description: description, state, iss: issuer })
}

function requested({ settings }: Context, parameters: Parameters, client: OAuthClient): RequestedAuthorization {
  return {
    clientId: client.id,
    clientName: client.name,
    redirectUri: single(parameters, 'redirect_uri') ?? '',
    codeChallenge: single(parameters, 'code_challenge') ?? '',
    scopes: [...new Set(single(parameters, 'scope')?.split(' '))],
    issuer: settings.issuer,
    resource: settings.resource,
  }
}

function refuseLocally(context: Context, failure: LocalFailure, clientId: string): Promise<HttpAnswer> {
  refused(context, 'authorize', failure.reason, clientId)
  return errorPage(context, localFailureToPage(failure))
}
