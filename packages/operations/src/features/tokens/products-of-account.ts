import { type AccountId, InvalidRequest, type ProductSelection, type Store } from '@footfall/core-domain'

/** Throws for a selection with products that the account does not belong to, without saying whether they exist. */
export async function assertProductsOfAccount(
  account: AccountId,
  products: ProductSelection,
  store: Store,
): Promise<void> {
  if (products.mode === 'all') return
  const memberships = await store.accounts.memberships(account, products)
  const reachable = new Set(memberships.map(({ product }) => product))
  const errors = products.ids.flatMap((id, index) =>
    reachable.has(id) ? [] : [{ path: `products.ids.${index}`, message: 'is not a product of this account' }],
  )
  if (errors.length > 0) throw new InvalidRequest(errors)
}
