import type { Account, Secret, TransactionalStore } from '@footfall/core-domain'
import type { Sessions } from './sessions.ts'
import { type EmailAndPassword, isStillProven, provePassword } from './verify-password.ts'

export interface SignInDependencies {
  readonly store: Pick<TransactionalStore, 'accounts' | 'transaction'>
  readonly sessions: Pick<Sessions, 'begin'>
}

/**
 * Begins a session for whoever has the address and the password; undefined for everybody else. A password that is changed
 * while it is looked at begins none: the change ends the sessions that it finds, and would not find this one.
 */
export async function signIn(
  { store, sessions }: SignInDependencies,
  presented: EmailAndPassword,
): Promise<{ readonly account: Account; readonly secret: Secret } | undefined> {
  const proven = await provePassword(store, presented)
  if (proven === undefined) return undefined
  const { account } = proven
  return store.transaction(async (inside) =>
    (await isStillProven(proven, inside)) ? { account, secret: await sessions.begin(account, inside) } : undefined,
  )
}
