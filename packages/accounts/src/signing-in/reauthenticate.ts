import {
  type Clock,
  InvalidRequest,
  InvalidToken,
  type RandomSource,
  type Secret,
  type TransactionalStore,
} from '@footfall/core-domain'
import type { Sessions, SignedInSession } from '../sessions.ts'
import { isStillProven } from '../verify-password.ts'
import type { BrowserOrigin } from './origin.ts'
import type { PasswordChecks } from './password-checks.ts'
import { recordPersonAct } from './record-person-act.ts'

export interface ReauthenticationDependencies {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly sessions: Pick<Sessions, 'isLive' | 'renew'>
  readonly passwords: PasswordChecks
  readonly clock: Clock
  readonly random: RandomSource
}

/**
 * Proves the password again, for actions that need a recent sign-in. Returns the new secret of the session, which replaces
 * the old one. Throws `InvalidRequest` for a wrong password.
 */
export async function reauthenticate(
  dependencies: ReauthenticationDependencies,
  { id, account }: SignedInSession,
  password: string,
  origin: BrowserOrigin,
): Promise<Secret> {
  const { store, sessions, passwords } = dependencies
  const proven = await passwords.prove({ email: account.email, password }, origin)
  if (proven === undefined) throw wrong()
  return store.transaction(async (tx) => {
    if (!(await sessions.isLive(id, tx.sessions))) throw new InvalidToken(true)
    if (!(await isStillProven(proven, tx.store))) throw wrong()
    const summary = `${account.email} gave the password again.`
    const act = { operation: 'dashboard_reauthenticate', account, session: id, summary }
    await recordPersonAct(tx, dependencies, act, origin)
    return sessions.renew(id, tx)
  })
}

const wrong = () => new InvalidRequest([{ path: 'password', message: 'is not right' }])
