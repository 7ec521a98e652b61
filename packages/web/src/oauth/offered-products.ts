import type { AccountId, PagePosition, Store } from '@footfall/core-domain'
import type { OfferedProduct } from './consent-parts.ts'

const PAGE = 200

/** All products that the account is a member of. */
export async function offeredProducts(
  { products }: Pick<Store, 'products'>,
  account: AccountId,
): Promise<readonly OfferedProduct[]> {
  const offered: OfferedProduct[] = []
  let after: PagePosition | undefined
  do {
    const page = await products.listFor(account, { mode: 'all' }, { limit: PAGE, ...(after && { after }) })
    offered.push(...page.rows)
    after = page.next
  } while (after !== undefined)
  return offered
}
