import { errorResponseUri } from '../authorization-response.ts'
import type { OAuthClient } from '../client.ts'
import { beginConsent } from '../consent/begin-consent.ts'
import { bindBrowser } from '../consent/browser-binding.ts'
import { type Context, errorPage, reportRejection } from '../context.ts'
import { type HttpRequest, type HttpResponse, redirect } from '../http/exchange.ts'
import { type Parameters, parseParameters, single } from '../http/parameters.ts'
import type { RequestedAuthorization } from '../records.ts'
import {
  checkClientId,
  checkRedirectUri,
  checkRedirectUriForm,
  checkRedirectUriGiven,
  firstFailure,
  returnableState,
} from './checks.ts'
import { type LocalFailure, localFailureToPage, redirectedFailureToError } from './failures.ts'
import { queryWithStart, requestStart } from './request-start.ts'

/**
 * GET /oauth/authorize (RFC 6749 §4.1.1). First the failures that are not redirected, then those that are, then sign-in,
 * then consent. Nothing is stored and no client metadata document is fetched before a person is signed in, so that
 * strangers can neither fill the store nor choose what this server connects to. After sign-in the request is repeated and
 * validated again.
 */
export async function authorize(context: Context, request: HttpRequest): Promise<HttpResponse> {
  const { settings, clients } = context
  const parameters = parseParameters(request.query)
  const clientId = single(parameters, 'client_id') ?? ''

  const malformed = checkClientId(parameters) ?? checkRedirectUriGiven(parameters)
  if (malformed) return rejectLocally(context, malformed, clientId)
  const browser = bindBrowser(settings, request.header('cookie'))
  const browserRequest = { query: request.query, browserHash: browser.hash }
  const start = requestStart(settings, browserRequest, parameters)
  if (!start.ok) return rejectLocally(context, start.failure, clientId)
  const { startedAt } = start

  const account = await settings.host.currentAccount(request.raw)
  const resolved = await (account ? clients.describe(clientId, account.accountId) : clients.identify(clientId))
  if (!resolved.ok) return rejectLocally(context, resolved.failure, clientId)
  const { client } = resolved
  const signIn = () => {
    const returnTo = `${request.path}?${queryWithStart(settings, browserRequest, startedAt)}`
    return redirect(302, settings.host.signInUrl(returnTo), { 'Set-Cookie': browser.setCookie })
  }
  const isDescribed = account !== undefined || client.kind !== 'metadata_document'
  const badRedirect = isDescribed ? checkRedirectUri(parameters, client) : checkRedirectUriForm(parameters)
  if (badRedirect) return rejectLocally(context, badRedirect, clientId)
  if (!isDescribed) return signIn()

  const { issuer, resource, grantable, requireState } = settings
  const failure = firstFailure({ parameters, client, resource, grantable, requireState })
  const state = returnableState(parameters)
  if (failure) {
    reportRejection(context, 'authorize', failure.reason, clientId)
    const { error, description } = redirectedFailureToError(failure)
    const redirectUri = single(parameters, 'redirect_uri') ?? ''
    return redirect(302, errorResponseUri({ redirectUri, state, issuer }, error, description))
  }
  if (!account) return signIn()
  const authorization = requestedAuthorization(context, parameters, client)
  return beginConsent(context, { client, account, authorization, state: state ?? '', browser, startedAt })
}

function requestedAuthorization(
  { settings }: Context,
  parameters: Parameters,
  client: OAuthClient,
): RequestedAuthorization {
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

function rejectLocally(context: Context, failure: LocalFailure, clientId: string): Promise<HttpResponse> {
  reportRejection(context, 'authorize', failure.reason, clientId)
  return errorPage(context, localFailureToPage(failure))
}
