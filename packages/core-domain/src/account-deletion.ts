import { RoleForbidden } from './errors.ts'
import type { AccountId } from './ids.ts'
import type { EndedWithAccount } from './ports/people-repositories.ts'
import type { Store, WritableStore } from './ports/store.ts'
import type { Timestamp } from './time/instant.ts'

/** Throws `RoleForbidden`, which names the products that would lose their last enabled owner. */
export async function assertProductsKeepAnOwner(store: Pick<Store, 'accounts'>, account: AccountId): Promise<void> {
  const products = await store.accounts.soleOwnerships(account)
  if (products.length === 0) return
  const names = products.map(({ name }) => `“${name}”`).join(', ')
  throw new RoleForbidden(
    `This account is the only owner of ${names}. Make another member an owner first, or delete ${products.length === 1 ? 'the product' : 'these products'}.`,
  )
}

/**
 * Deletes an account permanently, with its credentials and the Website API keys that it issued. Run it inside a transaction.
 * Throws `RoleForbidden` and `NotFound`.
 */
export async function deleteAccount(
  store: Pick<WritableStore, 'accounts' | 'productKeys'>,
  account: AccountId,
  at: Timestamp,
): Promise<EndedWithAccount> {
  await assertProductsKeepAnOwner(store, account)
  const keys = await store.productKeys.disableIssuedBy(undefined, account, 'account_deleted', at)
  return { ...(await store.accounts.remove(account, at)), keys }
}
