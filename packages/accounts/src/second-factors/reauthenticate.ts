import {
  type Clock,
  InvalidRequest,
  type RandomSource,
  type Secret,
  type Transaction,
  type TransactionalStore,
} from '@footfall/core-domain'
import type { PasswordChecks } from '../methods/password/password-checks.ts'
import { isStillProven } from '../methods/password/prove-password.ts'
import type { Sessions, SignedInSession } from '../sessions.ts'
import { confirmSession } from '../signing-in/confirm-session.ts'
import type { BrowserOrigin } from '../signing-in/origin.ts'
import type { SecondFactor } from '../signing-in/second-factor.ts'
import type { CodeChecks } from './code-checks.ts'

export interface ReauthenticationDependencies {
  readonly store: TransactionalStore
  readonly sessions: Pick<Sessions, 'assertLive' | 'renew'>
  readonly passwords: PasswordChecks
  readonly codes: CodeChecks
  readonly clock: Clock
  readonly random: RandomSource
}

/**
 * Proves again who the person is, with the password and, where the account has a second factor, a code. Returns the new secret of
 * the session, which replaces the old one. Throws `InvalidRequest` for a wrong password or code, and `RateLimited`.
 */
export async function reauthenticateWithPassword(
  dependencies: ReauthenticationDependencies,
  session: SignedInSession,
  { password, code }: { readonly password: string; readonly code: string | undefined },
  origin: BrowserOrigin,
): Promise<Secret> {
  const { store, sessions, passwords, codes } = dependencies
  const { id, account } = session
  const proven = await passwords.prove({ email: account.email, password }, origin)
  if (proven === undefined) throw wrongPassword()
  const confirm = async (tx: Transaction, factor?: SecondFactor) => {
    await sessions.assertLive(id, tx.sessions)
    if (!(await isStillProven(proven, tx.store))) throw wrongPassword()
    const how = `gave the password${factor === undefined ? '' : ' and a second factor'}`
    return confirmSession(tx, dependencies, session, { how, secondFactor: factor?.method }, origin)
  }
  if (!(await store.secondFactors.has(account.id)))
    return store.transaction(async (tx) => {
      // Added meanwhile.
      if (await tx.store.secondFactors.has(account.id)) throw missingCode()
      return confirm(tx)
    })
  if (code === undefined) throw missingCode()
  const done = await codes.prove(account, code, origin, confirm)
  if (done === undefined) throw new InvalidRequest([{ path: 'code', message: 'is not right, or was used already' }])
  return done.done
}

const wrongPassword = () => new InvalidRequest([{ path: 'password', message: 'is not right' }])
const missingCode = () => new InvalidRequest([{ path: 'code', message: 'is required' }])
