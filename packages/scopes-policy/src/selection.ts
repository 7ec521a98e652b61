import type { ProductId, ProductSelection } from '@footfall/core-domain'

/** Whether a product lies within a credential's selection. Membership is a second, separate question. */
export function selects(selection: ProductSelection, product: ProductId): boolean {
  return selection.mode === 'all' || selection.ids.includes(product)
}
