import { type Account, type AccountId, existing, type Store } from '@footfall/core-domain'

/** The account in the transaction. */
export async function accountOf(store: Store, id: AccountId): Promise<Account> {
  return existing(await store.accounts.find(id))
}
