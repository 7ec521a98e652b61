import type { ProductId, ProductSelection } from '@footfall/core-domain'
import type { Scope } from './scopes.ts'

/** Whether a product lies within a credential's selection. Membership is a second, separate question. */
export function selects(selection: ProductSelection, product: ProductId): boolean {
  return selection.mode === 'all' || selection.ids.includes(product)
}

/**
 * Why these scopes are invalid with this selection, if they are: a credential that creates products must also reach them
 * afterwards. Checked when a token is made and again when it is used.
 */
export function selectionProblem(scopes: Iterable<Scope>, selection: ProductSelection): string | undefined {
  if (selection.mode === 'all') return undefined
  return [...scopes].includes('products:write') ? 'must be "all" for the scope products:write' : undefined
}
