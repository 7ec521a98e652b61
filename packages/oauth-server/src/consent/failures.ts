import type { ErrorView } from '../host.ts'

/** Answers to a question that are not taken. None redirects: whoever sent them may not be whom the question was put to. */
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
  const view = (status: number, detail: string): ErrorView => ({ status, title: 'This answer was not taken', detail })
  switch (failure) {
    case 'too_large':
      return view(413, 'The form is too large.')
    case 'not_a_form':
    case 'parameter_repeated':
    case 'no_decision':
      return view(400, 'The form is not as this page sends it. Connect again from the app.')
    case 'foreign_origin':
      return view(403, 'The form was sent from another site.')
    case 'other_browser':
      return view(403, 'The form was sent from another browser than the one that was asked.')
    case 'signed_out':
    case 'other_account':
      return view(403, 'You are no longer signed in as the account that was asked. Connect again from the app.')
    case 'unknown_request':
    case 'expired':
    case 'answered_already':
      return view(
        400,
        'The question was answered already, or more than ten minutes have passed. Connect again from the app.',
      )
  }
}
