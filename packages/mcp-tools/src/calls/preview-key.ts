import { type RandomSource, randomBase62 } from '@footfall/core-domain'
import type { Exposed } from '@footfall/kernel'

const KEY_LENGTH = 24

/**
 * What a card confirms a preview with in addition to its arguments, under the host's names in `_meta`, which clients pass to a page
 * and not to the model. The idempotency key: a client may draw the card again from the stored answer; with the key of the
 * preview, approving it again is the same request. The id of the resource that was previewed: what a caller called it may
 * mean another one by then.
 */
export function previewKey(
  host: string,
  random: RandomSource,
  { resource }: Exposed,
  given: unknown,
): Readonly<Record<string, string>> {
  return {
    [`${host}/idempotency_key`]: `card_${randomBase62(random, KEY_LENGTH)}`,
    ...(resource !== undefined && typeof given === 'string' && { [`${host}/${resource.name}`]: given }),
  }
}
