declare const proof: unique symbol
/** A caller's key that can be used: 1 to 255 visible ASCII characters. */
export type IdempotencyKey = string & { readonly [proof]: 'IdempotencyKey' }

/** The key, or undefined when it cannot be used. */
export function parseIdempotencyKey(text: unknown): IdempotencyKey | undefined {
  return typeof text === 'string' && /^[\x21-\x7e]{1,255}$/.test(text) ? (text as IdempotencyKey) : undefined
}
