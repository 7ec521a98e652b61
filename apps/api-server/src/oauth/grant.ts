import type { ProductId } from '@footfall/core-domain'
import type { JsonValue } from '@footfall/oauth-server'

/** What a person grants besides the scopes. */
export type Grant = { readonly products: readonly ProductId[] }

/** The products of a grant as it was stored; only this service wrote it. */
export function grantedProducts(grant: JsonValue): readonly ProductId[] {
  const products = typeof grant === 'object' && grant !== null && 'products' in grant ? grant.products : undefined
  if (!Array.isArray(products)) throw new TypeError('A grant without products was stored.')
  return products
}
