import {
  type Account,
  type Clock,
  InvalidRequest,
  type RandomSource,
  type SessionId,
  type Store,
  timestamp,
} from '@footfall/core-domain'
import { hashPassword } from './password-hash.ts'
import { passwordProblems } from './prepare-account.ts'
import type { Sessions } from './sessions.ts'
import { verifyPassword } from './verify-password.ts'

export interface PasswordDependencies {
  readonly store: Pick<Store, 'accounts'>
  readonly sessions: Pick<Sessions, 'endOthers'>
  readonly clock: Clock
  readonly random: RandomSource
}

/**
 * Gives the account another password and signs it out in every other browser; answers in how many it was signed in.
 * Throws `InvalidRequest` with the field that is wrong.
 */
export async function changePassword(
  { store, sessions, clock, random }: PasswordDependencies,
  { account, session }: { readonly account: Account; readonly session: SessionId },
  { current, next }: { readonly current: string; readonly next: string },
): Promise<number> {
  const problems = passwordProblems(next, 'new_password')
  if (problems.length > 0) throw new InvalidRequest(problems)
  if ((await verifyPassword(store, { email: account.email, password: current })) === undefined) {
    throw new InvalidRequest([{ path: 'current_password', message: 'is not right' }])
  }
  await store.accounts.putPassword(account.id, await hashPassword(next, random), timestamp(clock.now()))
  return sessions.endOthers(account, session)
}
