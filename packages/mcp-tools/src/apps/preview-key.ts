import { type RandomSource, randomBase62 } from '@footfall/core-domain'

/** The name in `_meta`, which hosts pass to a page and not to the model. */
const PREVIEW_KEY = 'footfall/idempotency_key'
const KEY_LENGTH = 24

export type PreviewKey = { readonly [PREVIEW_KEY]: string }

/**
 * The idempotency key with which a card confirms a preview. A client may draw the card again from the stored answer; with
 * the key of the preview, approving it again is the same request.
 */
export const previewKey = (random: RandomSource): PreviewKey => ({
  [PREVIEW_KEY]: `card_${randomBase62(random, KEY_LENGTH)}`,
})
