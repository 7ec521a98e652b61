import type { ClientFailure } from '../client.ts'
import type { ErrorView } from '../host.ts'
import type { RequestStartFailure } from './request-start.ts'

/**
 * Failures of the client or the redirect URI: shown as a page and never redirected, since the target could be an
 * attacker's (RFC 6749 §4.1.2.1, RFC 9700 §4.11.2).
 */
export type LocalFailure =
  | ClientFailure
  | RequestStartFailure
  | { readonly reason: 'client_id_missing' | 'client_id_repeated' }
  | { readonly reason: 'redirect_uri_missing' | 'redirect_uri_repeated' | 'redirect_uri_not_registered' }

/** Failures that are returned to the redirect URI. */
export type RedirectedFailure =
  | { readonly reason: 'parameter_repeated'; readonly name: string }
  | { readonly reason: 'response_type_missing' | 'response_type_unsupported' | 'grant_not_registered' }
  | { readonly reason: 'state_missing' | 'state_malformed' }
  | { readonly reason: 'code_challenge_missing' | 'code_challenge_malformed' | 'code_challenge_method_not_s256' }
  | { readonly reason: 'resource_missing' | 'resource_other' }
  | { readonly reason: 'scope_missing' | 'scope_malformed' }
  | { readonly reason: 'scope_not_grantable'; readonly scope: string }

export interface AuthorizationError {
  readonly error: string
  readonly description: string
}

export function localFailureToPage(failure: LocalFailure): ErrorView {
  const view = (detail: string): ErrorView => ({ status: 400, title: 'This app cannot be connected', detail })
  switch (failure.reason) {
    case 'client_id_missing':
    case 'client_id_repeated':
      return view('The request must have client_id exactly once.')
    case 'unknown_client':
    case 'registration_expired':
      return view('The app is not registered, or its registration has expired. Connect again from the app.')
    case 'document_url':
      return view('The client_id of the app is not a valid URL of a client metadata document.')
    case 'document_not_fetched':
      return view('The client metadata document of the app could not be fetched.')
    case 'document_invalid':
      return view(`The client metadata document of the app is not valid: ${failure.description}`)
    case 'too_many_documents':
      return { ...view('Too many apps are connecting. Try again in a moment.'), status: 503 }
    case 'request_expired':
      return view('The request has expired. Connect again from the app.')
    case 'request_of_another_browser':
      return { ...view('The request started in another browser. Connect again from the app.'), status: 403 }
    case 'redirect_uri_missing':
    case 'redirect_uri_repeated':
      return view('The request must have redirect_uri exactly once.')
    case 'redirect_uri_not_registered':
      return view('The redirect_uri of the request is not registered by the app.')
  }
}

/** RFC 6749 §4.1.2.1; `invalid_target` from RFC 8707 §2. */
export function redirectedFailureToError(failure: RedirectedFailure): AuthorizationError {
  const invalid = (description: string) => ({ error: 'invalid_request', description })
  switch (failure.reason) {
    case 'parameter_repeated':
      return invalid('A parameter is repeated.')
    case 'response_type_missing':
      return invalid('response_type is missing.')
    case 'response_type_unsupported':
      return { error: 'unsupported_response_type', description: 'response_type must be code.' }
    case 'grant_not_registered':
      return { error: 'unauthorized_client', description: 'The client is not registered for authorization codes.' }
    case 'state_missing':
      return invalid('state is missing.')
    case 'state_malformed':
      return invalid('state must be at most 4096 printable ASCII characters.')
    case 'code_challenge_missing':
      return invalid('code_challenge is missing.')
    case 'code_challenge_malformed':
      return invalid('code_challenge must be a SHA-256 digest in unpadded base64url.')
    case 'code_challenge_method_not_s256':
      return invalid('code_challenge_method must be S256.')
    case 'resource_missing':
      return { error: 'invalid_target', description: 'resource is missing.' }
    case 'resource_other':
      return { error: 'invalid_target', description: 'resource is not served here.' }
    case 'scope_missing':
      return { error: 'invalid_scope', description: 'scope is missing.' }
    case 'scope_malformed':
      return { error: 'invalid_scope', description: 'scope must be names with one space between them.' }
    case 'scope_not_grantable':
      return { error: 'invalid_scope', description: 'A scope is unknown or cannot be granted.' }
  }
}
