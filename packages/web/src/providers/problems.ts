import type { IdentityRejection, ReauthenticationRejection } from '@footfall/accounts'
import { type Said, said } from '../pages/words.ts'

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

/** The statuses of the pages; 403 for all others. */
const STATUSES: Readonly<Partial<Record<ProviderProblem, number>>> = {
  not_started_here: 400,
  expired: 400,
  unreachable: 503,
}

/** What the person reads, and the status of the page. */
export function problemText(problem: ProviderProblem, name: string): { readonly status: number; readonly text: Said } {
  return { status: STATUSES[problem] ?? 403, text: said(`provider.${problem}`, { name }) }
}
