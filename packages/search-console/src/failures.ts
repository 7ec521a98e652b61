/**
 * Why a sync failed, and what people can do about it. The texts hold nothing that the provider answered, because that may
 * quote credentials.
 */
const DETAILS = {
  access_revoked:
    'Google no longer accepts this connection: access was revoked or has expired. Connect Search Console again.',
  code_refused: 'Google no longer accepts this answer of its own page. Connect once more.',
  unreadable:
    'The stored access can no longer be read, because the key that this service keeps it under was changed. Connect Search Console again.',
  permission_missing:
    'Reading Search Console was not allowed when this connection was made. Connect again and allow it.',
  property_forbidden:
    'The connected Google account may not read this property. Give it access in Search Console, or connect with an account that has it.',
  property_unknown: 'Search Console does not know this property. Check that it still exists, then connect again.',
  client_refused:
    'Google does not accept this service as a client. Its operator has to check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  api_disabled:
    'The Search Console API is not enabled for this service. Its operator has to enable it in the Google Cloud project.',
  quota:
    'The Search Console quota is used up for now. The sync is tried again later by itself; nothing has to be done.',
  unavailable: 'Google did not answer, or answered with an error of its own. The sync is tried again later by itself.',
  unexpected:
    'Google answered in a form that this service does not understand. The sync is tried again later by itself; if this stays, contact the operator.',
  internal: 'The sync failed inside this service. It is tried again later by itself; the operator finds it in the log.',
} as const

export type FailureReason = keyof typeof DETAILS

export class ProviderFailure extends Error {
  readonly reason: FailureReason
  /** The status of the answer, for the log. */
  readonly status: number | undefined

  constructor(reason: FailureReason, status?: number) {
    super(detailOf(reason))
    this.name = 'ProviderFailure'
    this.reason = reason
    this.status = status
  }
}

export function detailOf(reason: FailureReason): string {
  return DETAILS[reason]
}
