import type { ErrorView } from '../host.ts'

/** Why the form of a decision is rejected, on the page of a consent and on that of a device. */
export type DecisionFailure =
  | 'not_a_form'
  | 'too_large'
  | 'parameter_repeated'
  | 'foreign_origin'
  | 'unknown_request'
  | 'expired'
  | 'no_decision'
  | 'answered_already'

export function decisionFailureToPage(failure: DecisionFailure, howToStartAgain: string): ErrorView {
  switch (failure) {
    case 'too_large':
      return decisionNotAccepted(413, 'The form is too large.')
    case 'not_a_form':
    case 'parameter_repeated':
    case 'no_decision':
      return decisionNotAccepted(400, `The form is not valid. ${howToStartAgain}`)
    case 'foreign_origin':
      return decisionNotAccepted(403, 'The form was sent from another site.')
    case 'unknown_request':
    case 'expired':
    case 'answered_already':
      return decisionNotAccepted(400, `The request was already answered, or it has expired. ${howToStartAgain}`)
  }
}

export function decisionNotAccepted(status: number, detail: string): ErrorView {
  return { status, title: 'Your decision was not accepted', detail }
}
