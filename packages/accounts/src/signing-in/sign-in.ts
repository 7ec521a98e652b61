import type { Account, Clock, RandomSource, Secret, TransactionalStore } from '@footfall/core-domain'
import type { Sessions } from '../sessions.ts'
import { type EmailAndPassword, isStillProven } from '../verify-password.ts'
import type { BrowserOrigin } from './origin.ts'
import type { PasswordChecks } from './password-checks.ts'
import { recordPersonAct } from './record-person-act.ts'

export interface SignInDependencies {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly sessions: Pick<Sessions, 'open'>
  readonly passwords: PasswordChecks
  readonly clock: Clock
  readonly random: RandomSource
}

export interface SignedIn {
  readonly account: Account
  readonly secret: Secret
  /** The known-device cookie of the browser. */
  readonly device: string | undefined
}

/**
 * Begins a session; undefined for a wrong address or password. Also undefined when the password changes meanwhile, since
 * that change would not end this session.
 */
export async function signIn(
  dependencies: SignInDependencies,
  presented: EmailAndPassword,
  origin: BrowserOrigin,
): Promise<SignedIn | undefined> {
  const { store, sessions, passwords } = dependencies
  const proven = await passwords.prove(presented, origin)
  if (proven === undefined) return undefined
  const { account } = proven
  const secret = await store.transaction(async (tx) => {
    if (!(await isStillProven(proven, tx.store))) return undefined
    const session = await sessions.open(account, tx)
    const act = { operation: 'dashboard_sign_in', account, session: session.id, summary: `${account.email} signed in.` }
    await recordPersonAct(tx, dependencies, act, origin)
    return session.secret
  })
  return secret && { account, secret, device: await passwords.deviceFor(account, origin.device) }
}

/** Begins a session for a person who has just created the account. */
export async function enterNewAccount(
  dependencies: SignInDependencies,
  account: Account,
  origin: BrowserOrigin,
): Promise<SignedIn> {
  const { store, sessions, passwords } = dependencies
  const secret = await store.transaction(async (tx) => {
    const session = await sessions.open(account, tx)
    const summary = `${account.email} signed in to the new account.`
    const act = { operation: 'dashboard_sign_in', account, session: session.id, summary }
    await recordPersonAct(tx, dependencies, act, origin)
    return session.secret
  })
  return { account, secret, device: await passwords.deviceFor(account, origin.device) }
}
