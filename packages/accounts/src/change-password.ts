import {
  type Account,
  type Clock,
  InvalidRequest,
  InvalidToken,
  type RandomSource,
  type SessionId,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { hashPassword } from './password-hash.ts'
import { passwordProblems } from './passwords/password-rules.ts'
import type { Sessions } from './sessions.ts'
import { isStillProven, provePassword } from './verify-password.ts'

export interface PasswordDependencies {
  readonly store: Pick<TransactionalStore, 'accounts' | 'transaction'>
  readonly sessions: Pick<Sessions, 'endOthers' | 'isLive'>
  readonly clock: Clock
  readonly random: RandomSource
}

/**
 * Gives the account another password and signs it out in every other browser, both or neither; answers in how many it was
 * signed in. Throws `InvalidRequest` with the field that is wrong, and `InvalidToken` for a session that ended meanwhile.
 */
export async function changePassword(
  { store, sessions, clock, random }: PasswordDependencies,
  { account, session }: { readonly account: Account; readonly session: SessionId },
  { current, next }: { readonly current: string; readonly next: string },
): Promise<number> {
  const problems = passwordProblems(next, 'new_password', account)
  if (problems.length > 0) throw new InvalidRequest(problems)
  const proven = await provePassword(store, { email: account.email, password: current })
  if (proven === undefined) throw wrongCurrent()
  const hash = await hashPassword(next, random)
  return store.transaction(async (inside) => {
    if (!(await sessions.isLive(session, inside))) throw new InvalidToken(true)
    // Hashing takes its time, and another browser may have changed it meanwhile.
    if (!(await isStillProven(proven, inside))) throw wrongCurrent()
    await inside.accounts.putPassword(account.id, hash, timestamp(clock.now()))
    return sessions.endOthers(account, session, inside)
  })
}

const wrongCurrent = () => new InvalidRequest([{ path: 'current_password', message: 'is not right' }])
