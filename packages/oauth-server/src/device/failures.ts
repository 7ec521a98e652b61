import type { ClientFailure } from '../client.ts'
import { type DecisionFailure, decisionFailureToPage, decisionNotAccepted } from '../consent/decision-failures.ts'
import type { ErrorView } from '../host.ts'
import { type HttpResponse, jsonError } from '../http/exchange.ts'

/** Why the device authorization endpoint rejects the request of an authenticated client. */
export interface DeviceAuthorizationFailure {
  readonly reason:
    | 'grant_not_registered'
    | 'resource_other'
    | 'scope_missing'
    | 'scope_malformed'
    | 'scope_not_grantable'
    | 'device_name_malformed'
}

/** RFC 8628 §3.1 refers to RFC 6749 §5.2; `invalid_target` from RFC 8707 §2. */
export function deviceAuthorizationFailureToResponse({ reason }: DeviceAuthorizationFailure): HttpResponse {
  switch (reason) {
    case 'grant_not_registered':
      return jsonError(400, 'unauthorized_client', 'The client is not registered for the device grant.')
    case 'resource_other':
      return jsonError(400, 'invalid_target', 'resource is not one that this client can request.')
    case 'scope_missing':
      return jsonError(400, 'invalid_scope', 'scope is missing.')
    case 'scope_malformed':
      return jsonError(400, 'invalid_scope', 'scope must be names with one space between them.')
    case 'scope_not_grantable':
      return jsonError(400, 'invalid_scope', 'A scope is unknown or cannot be granted.')
    case 'device_name_malformed':
      return jsonError(400, 'invalid_request', 'device_name must be text of 1 to 200 visible characters.')
  }
}

/** Why the page shows no request, or does not accept a decision. */
export type DevicePageFailure =
  | DecisionFailure
  | 'other_browser_or_account'
  | 'signed_out'
  | 'grant_not_registered'
  | ClientFailure['reason']

/** What is wrong with a user code is the same for an unknown, an expired and an answered one. */
export const UNKNOWN_CODE = 'This code is not valid, or it has expired. Compare it with the one on your device.'

export function devicePageFailureToPage(failure: DevicePageFailure): ErrorView {
  switch (failure) {
    case 'other_browser_or_account':
    case 'signed_out':
      return decisionNotAccepted(
        403,
        'You are no longer signed in to the same account in this browser. Enter the code again.',
      )
    case 'grant_not_registered':
    case 'unknown_client':
    case 'registration_expired':
    case 'document_url':
    case 'document_not_fetched':
    case 'document_invalid':
      return notConnectable(400, 'The application is not registered for this, or its description could not be read.')
    case 'too_many_documents':
      return notConnectable(503, 'Too many applications are connecting. Try again in a moment.')
    default:
      return decisionFailureToPage(failure, 'Start again on your device.')
  }
}

function notConnectable(status: number, detail: string): ErrorView {
  return { status, title: 'This application cannot be connected', detail }
}
