import type { IdentityRefusal, ReauthenticationRefusal } from '@footfall/accounts'

/** Why a sign-in at the provider did not succeed. */
export type ProviderProblem =
  | IdentityRefusal
  | ReauthenticationRefusal
  /** The state was issued to another browser, or by nobody. */
  | 'not_started_here'
  /** The state is too old or was used. */
  | 'expired'
  | 'unreachable'
  /** The provider refused, or the person did. */
  | 'denied'
  /** The answer of the provider does not hold. */
  | 'invalid'

/** What the person reads, and the status of the page. */
export function problemText(
  problem: ProviderProblem,
  name: string,
): { readonly status: number; readonly text: string } {
  switch (problem) {
    case 'no_email':
      return {
        status: 403,
        text: `${name} did not share your email address. Allow it there, or ask the operator of this service.`,
      }
    case 'unverified_email':
      return { status: 403, text: `${name} has not verified your email address. Verify it there and try again.` }
    case 'no_account':
      return {
        status: 403,
        text: 'No account has your email address. Ask an owner of a product or the operator of this service.',
      }
    case 'other_identity':
      return {
        status: 403,
        text: `The account with your email address is linked to another person at ${name}. Ask the operator of this service.`,
      }
    case 'disabled':
      return { status: 403, text: 'Your account is disabled. Ask the operator of this service.' }
    case 'other_person':
      return {
        status: 403,
        text: `You signed in at ${name} as somebody who is not linked to your account. Nothing was confirmed.`,
      }
    case 'not_recent':
      return {
        status: 403,
        text: `${name} did not confirm that you just signed in there. Sign out and sign in again instead.`,
      }
    case 'second_factor':
      return {
        status: 403,
        text: 'Your account also has a second factor. Use your passkey, or sign out and sign in again.',
      }
    case 'not_started_here':
      return { status: 400, text: 'This sign-in was not started in this browser. Start again.' }
    case 'expired':
      return { status: 400, text: 'This sign-in has expired or was already used. Start again.' }
    case 'unreachable':
      return { status: 503, text: `${name} does not answer. Try again in a minute.` }
    case 'denied':
      return { status: 403, text: `${name} did not sign you in. Try again.` }
    case 'invalid':
      return {
        status: 403,
        text: `The answer of ${name} could not be verified. Try again, or ask the operator of this service.`,
      }
  }
}
