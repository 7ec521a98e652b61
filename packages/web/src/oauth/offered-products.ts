import { type AccountId, everyRow, type Store } from '@footfall/core-domain'
import type { OfferedProduct } from './consent-parts.ts'

/** All products that the account is a member of. */
export async function offeredProducts(
  { products }: Pick<Store, 'products'>,
  account: AccountId,
): Promise<readonly OfferedProduct[]> {
  return everyRow((request) => products.listFor(account, { mode: 'all' }, request))
}
