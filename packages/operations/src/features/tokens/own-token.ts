import { type AccountId, type AccountToken, NotFound, type Store, type TokenId } from '@footfall/core-domain'

/**
 * A token that the caller administers: a token its own subtree, itself included, and a person all of the account's.
 * Siblings, ancestors and strangers look like tokens that do not exist. Throws `NotFound`.
 */
export async function ownToken(
  store: Store,
  { account, caller }: { readonly account: AccountId; readonly caller: TokenId | undefined },
  id: TokenId,
): Promise<AccountToken> {
  const record = await store.tokens.find(id)
  const isOwn = caller === undefined ? record?.account === account : record?.lineage.includes(caller) === true
  if (record === undefined || !isOwn) throw new NotFound()
  return record.token
}
