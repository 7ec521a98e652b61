import type { Account, Clock, RandomSource, TransactionalStore } from '@footfall/core-domain'
import { type NewAccount, prepareAccount } from './prepare-account.ts'

export type { NewAccount }

export interface AccountDependencies {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly clock: Clock
  readonly random: RandomSource
}

export interface CreatedAccount {
  readonly account: Account
  /** The password that was generated because none was given. Show it once; it is stored nowhere. */
  readonly password?: string
}

/** Creates an account and its way to sign in, both or neither. A known email address is `AlreadyExists`. */
export async function createAccount(dependencies: AccountDependencies, person: NewAccount): Promise<CreatedAccount> {
  const { write, ...created } = await prepareAccount(dependencies, person)
  await dependencies.store.transaction((tx) => write(tx.store))
  return created
}
