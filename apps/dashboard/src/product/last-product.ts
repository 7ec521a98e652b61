import type { Product } from '../api/types.ts'
import { readStored, writeStored } from '../session/local-storage.ts'

const KEY = 'footfall.product'

export function rememberProduct(id: string): void {
  writeStored(KEY, id)
}

/** The last opened product, or the first. */
export function preferredProduct(products: readonly Product[]): Product | undefined {
  const last = readStored(KEY)
  return products.find((product) => product.id === last) ?? products[0]
}
