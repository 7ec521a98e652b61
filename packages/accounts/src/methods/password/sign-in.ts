import type { Store } from '@footfall/core-domain'
import { afterFirstFactor, type SignInDependencies, type SignInOutcome } from '../../signing-in/begin-session.ts'
import type { BrowserOrigin } from '../../signing-in/origin.ts'
import type { PasswordChecks } from './password-checks.ts'
import { type EmailAndPassword, isStillProven } from './prove-password.ts'

/**
 * Begins a session, or the second step; undefined for a wrong address or password. Also undefined when the password changes
 * meanwhile, since that change would not end this session.
 */
export async function signIn(
  dependencies: SignInDependencies & { readonly passwords: Pick<PasswordChecks, 'prove'> },
  presented: EmailAndPassword,
  origin: BrowserOrigin,
): Promise<SignInOutcome | undefined> {
  const proven = await dependencies.passwords.prove(presented, origin)
  if (proven === undefined) return undefined
  const first = { how: 'with a password', stillHolds: (store: Store) => isStillProven(proven, store) }
  return afterFirstFactor(dependencies, proven.account, first, origin)
}
