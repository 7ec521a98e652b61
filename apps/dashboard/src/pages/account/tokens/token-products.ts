import type { AccountToken, Product } from '../../../api/types.ts'

/** The products of a token, by name. */
export function formatProducts(
  { products: selection }: Pick<AccountToken, 'products'>,
  products: readonly Product[],
): string {
  if (selection.mode === 'all') return 'All your products, including future ones'
  const names = selection.ids.flatMap((id) => products.find((product) => product.id === id)?.name ?? [])
  const unknownCount = selection.ids.length - names.length
  const unknown = unknownCount === 0 ? [] : [`${unknownCount} you are no longer a member of`]
  return new Intl.ListFormat('en', { type: 'conjunction' }).format([...names, ...unknown])
}
