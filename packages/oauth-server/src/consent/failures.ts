import type { ErrorView } from '../host.ts'
import { type DecisionFailure, decisionFailureToPage, decisionNotAccepted } from './decision-failures.ts'

/** Why a consent form is rejected. Never redirected, since it may not come from the person who was asked. */
export type ConsentFailure = DecisionFailure | 'other_browser' | 'signed_out' | 'other_account'

const CONNECT_AGAIN = 'Connect again from the app.'

export function consentFailureToPage(failure: ConsentFailure): ErrorView {
  switch (failure) {
    case 'other_browser':
      return decisionNotAccepted(403, `The form was sent from another browser. ${CONNECT_AGAIN}`)
    case 'signed_out':
    case 'other_account':
      return decisionNotAccepted(403, `You are no longer signed in to the same account. ${CONNECT_AGAIN}`)
    default:
      return decisionFailureToPage(failure, CONNECT_AGAIN)
  }
}
