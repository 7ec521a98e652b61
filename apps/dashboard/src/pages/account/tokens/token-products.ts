import type { AccountToken, Product } from '../../../api/types.ts'

/** Which products a token reaches, by their names. */
export function productsInWords(
  { products: reach }: Pick<AccountToken, 'products'>,
  products: readonly Product[],
): string {
  if (reach.mode === 'all') return 'All your products, future ones included'
  const names = reach.ids.flatMap((id) => products.find((product) => product.id === id)?.name ?? [])
  const lost = reach.ids.length - names.length
  const unknown = lost === 0 ? [] : [`${lost} you no longer belong to`]
  return new Intl.ListFormat('en', { type: 'conjunction' }).format([...names, ...unknown])
}
