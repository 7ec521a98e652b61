import type { AccountToken, Product } from '../../../api/types.ts'
import { joined } from '../../../messages/joined.ts'
import { t } from '../../../messages/messages.ts'

/** The products of a token, by name. */
export function formatProducts(
  { products: selection }: Pick<AccountToken, 'products'>,
  products: readonly Product[],
): string {
  if (selection.mode === 'all') return t('tokens.all_products')
  const names = selection.ids.flatMap((id) => products.find((product) => product.id === id)?.name ?? [])
  const unknownCount = selection.ids.length - names.length
  const unknown = unknownCount === 0 ? [] : [t('tokens.former_products', { count: unknownCount })]
  return joined([...names, ...unknown])
}
