import type { IdentityRejection, ReauthenticationRejection } from '@footfall/accounts'

/** Why a sign-in at the provider did not succeed. */
export type ProviderProblem =
  | IdentityRejection
  | ReauthenticationRejection
  /** The state was issued to another browser, or by nobody. */
  | 'not_started_here'
  /** The state is too old or was used. */
  | 'expired'
  | 'unreachable'
  /** The provider rejected the sign-in, or the person did. */
  | 'denied'
  /** The answer of the provider is not valid. */
  | 'invalid'

/** What the person reads, by the name of the provider. */
const TEXTS: Readonly<Record<ProviderProblem, (name: string) => string>> = {
  no_email: (name) => `${name} did not share your email address. Allow it there, or ask the operator of this service.`,
  unverified_email: (name) => `${name} has not verified your email address. Verify it there and try again.`,
  no_account: () => 'No account has your email address. Ask an owner of a product or the operator of this service.',
  other_identity: (name) =>
    `The account with your email address is linked to another person at ${name}. Ask the operator of this service.`,
  disabled: () => 'Your account is disabled. Ask the operator of this service.',
  other_person: (name) =>
    `You signed in at ${name} as somebody who is not linked to your account. Nothing was confirmed.`,
  not_recent: (name) => `${name} did not confirm that you just signed in there. Sign out and sign in again instead.`,
  second_factor: () => 'Your account also has a second factor. Use your passkey, or sign out and sign in again.',
  not_started_here: () => 'This sign-in was not started in this browser. Start again.',
  expired: () => 'This sign-in has expired or was already used. Start again.',
  unreachable: (name) => `${name} does not answer. Try again in a minute.`,
  denied: (name) => `${name} did not sign you in. Try again.`,
  invalid: (name) => `The answer of ${name} could not be verified. Try again, or ask the operator of this service.`,
}

/** The statuses of the pages; 403 for all others. */
const STATUSES: Readonly<Partial<Record<ProviderProblem, number>>> = {
  not_started_here: 400,
  expired: 400,
  unreachable: 503,
}

/** What the person reads, and the status of the page. */
export function problemText(
  problem: ProviderProblem,
  name: string,
): { readonly status: number; readonly text: string } {
  return { status: STATUSES[problem] ?? 403, text: TEXTS[problem](name) }
}
