import { type Account, type AccountId, NotFound, type Store } from '@footfall/core-domain'

/** The account as it stands in the transaction. */
export async function accountOf(store: Store, id: AccountId): Promise<Account> {
  const account = await store.accounts.find(id)
  if (account === undefined) throw new NotFound()
  return account
}
