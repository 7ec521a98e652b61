import type { Account, Clock, RandomSource, Store, TransactionalStore } from '@footfall/core-domain'
import { type NewAccount, prepareAccount } from './prepare-account.ts'

export type { NewAccount }

export interface AccountDependencies {
  /** Given one without `transaction`, as inside a transaction, the writes join what is under way. */
  readonly store: Pick<Store, 'accounts'> & Partial<Pick<TransactionalStore, 'transaction'>>
  readonly clock: Clock
  readonly random: RandomSource
}

export interface CreatedAccount {
  readonly account: Account
  /** The password that was minted because none was given. Show it once; it is kept nowhere. */
  readonly password?: string
}

/** Makes an account and its way to sign in, both or neither. A known e-mail address is `AlreadyExists`. */
export async function createAccount(dependencies: AccountDependencies, person: NewAccount): Promise<CreatedAccount> {
  const { store } = dependencies
  const { write, ...created } = await prepareAccount(dependencies, person)
  await (store.transaction ? store.transaction(write) : write(store))
  return created
}
