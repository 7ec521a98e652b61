import type { ProductId } from '@footfall/core-domain'

/** What a person grants besides the scopes. */
export type Grant = { readonly products: readonly ProductId[] }
