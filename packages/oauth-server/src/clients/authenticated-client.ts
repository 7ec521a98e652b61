import { type Context, refused } from '../context.ts'
import { type HttpAnswer, type HttpRequest, jsonError } from '../http/exchange.ts'
import { type Parameters, readForm, repeatedName } from '../http/parameters.ts'
import { type CredentialsFailure, isAuthentic, readClientCredentials } from './authenticate.ts'
import type { OAuthClient } from './client.ts'
import type { ClientFailure } from './resolve-client.ts'

/** Why a form is not taken, before what it asks for is looked at: the same at the token and the revocation endpoint. */
export type FormFailure =
  | CredentialsFailure
  | ClientFailure
  | { readonly reason: 'wrong_credentials' | 'not_a_form' | 'too_large' }
  | { readonly reason: 'parameter_repeated'; readonly name: string }

export type SingleValuedForm =
  | { readonly ok: true; readonly form: Parameters }
  | { readonly ok: false; readonly answer: HttpAnswer }

export type AuthenticatedClient =
  | { readonly ok: true; readonly client: OAuthClient }
  | { readonly ok: false; readonly answer: HttpAnswer }

type Endpoint = 'token' | 'revoke'

/** The form of a request, in which no parameter is repeated. */
export async function singleValuedForm(
  context: Context,
  endpoint: Endpoint,
  request: HttpRequest,
): Promise<SingleValuedForm> {
  const read = await readForm(request)
  if (!read.ok) return refuse(context, endpoint, { reason: read.reason })
  const repeated = repeatedName(read.parameters)
  if (repeated !== undefined) return refuse(context, endpoint, { reason: 'parameter_repeated', name: repeated })
  return { ok: true, form: read.parameters }
}

/** The client that proved to have sent the form. */
export async function authenticatedClient(
  context: Context,
  endpoint: Endpoint,
  request: HttpRequest,
  form: Parameters,
): Promise<AuthenticatedClient> {
  const presented = readClientCredentials(request.header('authorization'), form)
  if (!presented.ok) return refuse(context, endpoint, presented.failure)
  const { credentials } = presented
  const identified = await context.clients.identify(credentials.clientId)
  if (!identified.ok) return refuse(context, endpoint, identified.failure, credentials.clientId)
  if (!isAuthentic(identified.client, credentials))
    return refuse(context, endpoint, { reason: 'wrong_credentials' }, credentials.clientId)
  return { ok: true, client: identified.client }
}

function refuse(context: Context, endpoint: Endpoint, failure: FormFailure, clientId?: string) {
  refused(context, endpoint, failure.reason, clientId)
  return { ok: false, answer: formFailureToAnswer(failure, context.settings.issuer) } as const
}

/**
 * RFC 6749 §5.2. Unknown, expired and unproven clients are answered alike, with a challenge whichever way they came:
 * RFC 9110 §15.5.2 wants one with every 401.
 */
function formFailureToAnswer(failure: FormFailure, realm: string): HttpAnswer {
  const invalidRequest = (description: string, status = 400) => jsonError(status, 'invalid_request', description)
  switch (failure.reason) {
    case 'not_a_form':
      return invalidRequest('The body must be application/x-www-form-urlencoded.')
    case 'too_large':
      return invalidRequest('The body is too large.', 413)
    case 'parameter_repeated':
      return invalidRequest('A parameter is repeated.')
    case 'no_client_id':
      return invalidRequest('client_id is missing.')
    case 'two_authentication_methods':
      return invalidRequest('Client credentials are in the header and in the body.')
    case 'client_ids_differ':
      return invalidRequest('client_id is not that of the Authorization header.')
    case 'authorization_header_malformed':
    case 'wrong_credentials':
    case 'unknown_client':
    case 'registration_expired':
    case 'document_url':
    case 'document_not_fetched':
    case 'document_invalid':
    case 'too_many_documents':
      return jsonError(401, 'invalid_client', 'The client is unknown or its authentication failed.', {
        'WWW-Authenticate': `Basic realm="${realm}"`,
      })
  }
}
