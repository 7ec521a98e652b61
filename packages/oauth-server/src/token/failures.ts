import type { OAuthError } from '@node-oauth/oauth2-server'
import { type HttpResponse, jsonError } from '../http/exchange.ts'

/** Why a token request of an authenticated client is rejected. */
export type TokenFailure =
  | { readonly reason: 'grant_type_missing' | 'grant_type_unsupported' }
  | { readonly reason: 'resource_missing' | 'resource_other' }
  | { readonly reason: 'redirect_uri_missing' | 'verifier_missing' | 'verifier_malformed' }
  | { readonly reason: 'code_unknown' | 'code_of_another_client' | 'code_replayed' | 'code_expired' }
  | { readonly reason: 'code_of_another_issuer' | 'redirect_uri_other' | 'verifier_other' }
  | { readonly reason: 'refresh_token_unknown' | 'refresh_token_of_another_client' }
  | { readonly reason: 'refresh_token_reused' | 'refresh_token_expired' | 'refresh_token_of_another_issuer' }
  | { readonly reason: 'connection_revoked' | 'connection_expired' }
  | { readonly reason: 'scope_other' }
  | { readonly reason: 'grant_not_registered' | 'device_code_missing' }
  | { readonly reason: 'device_code_unknown' | 'device_code_of_another_client' | 'device_code_of_another_issuer' }
  | { readonly reason: 'device_code_replayed' | 'device_code_expired' | 'device_denied' }
  | { readonly reason: 'authorization_pending' | 'polled_too_soon' }
  | { readonly reason: 'device_rejected_by_host'; readonly description: string }
  | LibraryFailure

/** A rejection by the library or by a grant type of the host. */
interface LibraryFailure {
  readonly reason: 'refused_by_grant_type'
  readonly status: number
  readonly error: string
  readonly description: string
}

export function libraryFailure({ code, name, message }: OAuthError): LibraryFailure {
  return { reason: 'refused_by_grant_type', status: code, error: name, description: message }
}

/**
 * RFC 6749 §5.2, `invalid_target` from RFC 8707 §2, those of devices from RFC 8628 §3.5. All failures of a code have the same response, and all failures of a
 * refresh token, so that a response does not reveal whether it exists, whose it is or which check failed.
 */
export function tokenFailureToResponse(failure: TokenFailure): HttpResponse {
  const invalidRequest = (description: string) => jsonError(400, 'invalid_request', description)
  switch (failure.reason) {
    case 'grant_type_missing':
      return invalidRequest('grant_type is missing.')
    case 'grant_type_unsupported':
      return jsonError(400, 'unsupported_grant_type', 'grant_type is not one of grant_types_supported.')
    case 'resource_missing':
      return jsonError(400, 'invalid_target', 'resource is missing.')
    case 'resource_other':
      return jsonError(400, 'invalid_target', 'resource is not the one that was granted.')
    case 'redirect_uri_missing':
      return invalidRequest('redirect_uri is missing.')
    case 'verifier_missing':
      return invalidRequest('code_verifier is missing.')
    case 'verifier_malformed':
      return invalidRequest('code_verifier must be 43 to 128 unreserved characters.')
    case 'code_unknown':
    case 'code_of_another_client':
    case 'code_of_another_issuer':
    case 'code_replayed':
    case 'code_expired':
    case 'redirect_uri_other':
    case 'verifier_other':
      return jsonError(400, 'invalid_grant', 'The authorization code is not valid for this request.')
    case 'refresh_token_unknown':
    case 'refresh_token_of_another_client':
    case 'refresh_token_of_another_issuer':
    case 'refresh_token_reused':
    case 'refresh_token_expired':
    case 'connection_revoked':
    case 'connection_expired':
      return jsonError(400, 'invalid_grant', 'The refresh token is not valid for this request.')
    case 'scope_other':
      return jsonError(400, 'invalid_scope', 'scope must be omitted, or name exactly what was granted.')
    case 'grant_not_registered':
      return jsonError(400, 'unauthorized_client', 'The client is not registered for this grant type.')
    case 'device_code_missing':
      return invalidRequest('device_code is missing.')
    case 'device_code_unknown':
    case 'device_code_of_another_client':
    case 'device_code_of_another_issuer':
    case 'device_code_replayed':
      return jsonError(400, 'invalid_grant', 'The device code is not valid for this request.')
    case 'device_code_expired':
      return jsonError(400, 'expired_token', 'The device code has expired. Start again.')
    case 'device_denied':
      return jsonError(400, 'access_denied', 'The person denied access.')
    case 'device_rejected_by_host':
      return jsonError(400, 'access_denied', failure.description)
    case 'authorization_pending':
      return jsonError(400, 'authorization_pending', 'The person has not decided yet.')
    case 'polled_too_soon':
      return jsonError(400, 'slow_down', 'Wait five seconds longer between two requests from now on.')
    case 'refused_by_grant_type':
      return jsonError(failure.status, failure.error, failure.description)
  }
}
