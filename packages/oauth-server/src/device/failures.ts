import type { ClientFailure } from '../client.ts'
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
  | 'not_a_form'
  | 'too_large'
  | 'parameter_repeated'
  | 'foreign_origin'
  | 'unknown_request'
  | 'expired'
  | 'other_browser_or_account'
  | 'signed_out'
  | 'no_decision'
  | 'answered_already'
  | 'grant_not_registered'
  | ClientFailure['reason']

/** What is wrong with a user code is the same for an unknown, an expired and an answered one. */
export const UNKNOWN_CODE = 'This code is not valid, or it has expired. Compare it with the one on your device.'

export function devicePageFailureToPage(failure: DevicePageFailure): ErrorView {
  const view = (status: number, detail: string): ErrorView => ({
    status,
    title: 'Your decision was not accepted',
    detail,
  })
  switch (failure) {
    case 'too_large':
      return view(413, 'The form is too large.')
    case 'not_a_form':
    case 'parameter_repeated':
    case 'no_decision':
      return view(400, 'The form is not valid. Start again on your device.')
    case 'foreign_origin':
      return view(403, 'The form was sent from another site.')
    case 'other_browser_or_account':
    case 'signed_out':
      return view(403, 'You are no longer signed in to the same account in this browser. Enter the code again.')
    case 'unknown_request':
    case 'expired':
    case 'answered_already':
      return view(400, 'The request was already answered, or it has expired. Start again on your device.')
    case 'grant_not_registered':
    case 'unknown_client':
    case 'registration_expired':
    case 'document_url':
    case 'document_not_fetched':
    case 'document_invalid':
      return {
        ...view(400, 'The application is not registered for this, or its description could not be read.'),
        title: 'This application cannot be connected',
      }
    case 'too_many_documents':
      return {
        ...view(503, 'Too many applications are connecting. Try again in a moment.'),
        title: 'This application cannot be connected',
      }
  }
}
