import type { ErrorView } from '../host.ts'

/** Why a consent form is rejected. Never redirected, since it may not come from the person who was asked. */
export type ConsentFailure =
  | 'not_a_form'
  | 'too_large'
  | 'parameter_repeated'
  | 'foreign_origin'
  | 'unknown_request'
  | 'expired'
  | 'other_browser'
  | 'signed_out'
  | 'other_account'
  | 'no_decision'
  | 'answered_already'

export function consentFailureToPage(failure: ConsentFailure): ErrorView {
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
      return view(400, 'The form is not valid. Connect again from the app.')
    case 'foreign_origin':
      return view(403, 'The form was sent from another site.')
    case 'other_browser':
      return view(403, 'The form was sent from another browser. Connect again from the app.')
    case 'signed_out':
    case 'other_account':
      return view(403, 'You are no longer signed in to the same account. Connect again from the app.')
    case 'unknown_request':
    case 'expired':
    case 'answered_already':
      return view(400, 'The request was already answered, or it has expired. Connect again from the app.')
  }
}
