/** A source of unpredictable bytes. Apps pass `node:crypto`; tests pass a seeded source. */
export interface RandomSource {
  bytes(count: number): Uint8Array
}

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Uniform base62 text. Bytes of 248 and above are rejected, since 256 is not a multiple of 62. */
export function randomBase62(random: RandomSource, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length * 2)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62]
    }
  }
  return text
}

/** A new identifier: the prefix and 20 base62 characters, which hold 119 random bits. */
export function randomId(random: RandomSource, prefix: string): string {
  return `${prefix}_${randomBase62(random, 20)}`
}
