import { type RandomSource, randomBase62 } from '@footfall/core-domain'

/** The names in `_meta`, which hosts pass to a page and not to the model. */
const PREVIEW_KEY = 'footfall/idempotency_key'
const PREVIEW_PRODUCT = 'footfall/product'
const KEY_LENGTH = 24

export type PreviewKey = { readonly [PREVIEW_KEY]: string; readonly [PREVIEW_PRODUCT]?: string }

/**
 * What a card confirms a preview with besides its arguments. The idempotency key: a client may draw the card again from
 * the stored answer; with the key of the preview, approving it again is the same request. The id of the product that was
 * previewed: a hostname or a name may be that of another product by then.
 */
export const previewKey = (random: RandomSource, product: unknown): PreviewKey => ({
  [PREVIEW_KEY]: `card_${randomBase62(random, KEY_LENGTH)}`,
  ...(typeof product === 'string' && { [PREVIEW_PRODUCT]: product }),
})
