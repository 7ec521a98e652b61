import type { ClientFailure, OAuthClient } from '../client.ts'
import { type Context, reportRejection } from '../context.ts'
import { type HttpRequest, type HttpResponse, jsonError } from '../http/exchange.ts'
import { type Parameters, readForm, repeatedName } from '../http/parameters.ts'
import { type CredentialsFailure, isAuthentic, readClientCredentials } from './authenticate.ts'

/** Why the endpoints that authenticate clients reject a form before they read what it asks for. */
export type FormFailure =
  | CredentialsFailure
  | ClientFailure
  | { readonly reason: 'wrong_credentials' | 'not_a_form' | 'too_large' }
  | { readonly reason: 'parameter_repeated'; readonly name: string }

export type SingleValuedForm =
  | { readonly ok: true; readonly form: Parameters }
  | { readonly ok: false; readonly response: HttpResponse }

export type AuthenticatedClient =
  | { readonly ok: true; readonly client: OAuthClient }
  | { readonly ok: false; readonly response: HttpResponse }

type Endpoint = 'token' | 'revoke' | 'device_authorization'

/** The form of a request. Rejects repeated parameters (RFC 6749 §3.2), unless `mayRepeat` says that its grant has some. */
export async function singleValuedForm(
  context: Context,
  endpoint: Endpoint,
  request: HttpRequest,
  mayRepeat: (form: Parameters) => boolean = () => false,
): Promise<SingleValuedForm> {
  const read = await readForm(request)
  if (!read.ok) return reject(context, endpoint, { reason: read.reason })
  const repeated = mayRepeat(read.parameters) ? undefined : repeatedName(read.parameters)
  if (repeated !== undefined) return reject(context, endpoint, { reason: 'parameter_repeated', name: repeated })
  return { ok: true, form: read.parameters }
}

/** The client that sent the form, authenticated. */
export async function authenticatedClient(
  context: Context,
  endpoint: Endpoint,
  request: HttpRequest,
  form: Parameters,
): Promise<AuthenticatedClient> {
  const presented = readClientCredentials({ authorization: request.header('authorization'), form })
  if (!presented.ok) return reject(context, endpoint, presented.failure)
  const { credentials } = presented
  const identified = await context.clients.identify(credentials.clientId)
  if (!identified.ok) return reject(context, endpoint, identified.failure, credentials.clientId)
  const { issuer, now } = context.settings
  if (!isAuthentic(identified.client, credentials, { issuer, now: now() }))
    return reject(context, endpoint, { reason: 'wrong_credentials' }, credentials.clientId)
  return { ok: true, client: identified.client }
}

function reject(context: Context, endpoint: Endpoint, failure: FormFailure, clientId?: string) {
  reportRejection(context, endpoint, failure.reason, clientId)
  return { ok: false, response: formFailureToResponse(failure, context.settings.issuer) } as const
}

/**
 * RFC 6749 §5.2. Unknown, expired and unauthenticated clients get the same response, always with a challenge, which
 * RFC 9110 §15.5.2 requires with every 401.
 */
function formFailureToResponse(failure: FormFailure, realm: string): HttpResponse {
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
