/** Where unpredictable bytes come from. Apps pass `node:crypto`; tests pass a seeded source. */
export interface RandomSource {
  bytes(count: number): Uint8Array
}

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Uniform base62 text: bytes of 248 and above are thrown away, since 256 is not a multiple of 62. */
export function randomBase62(random: RandomSource, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length * 2)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62]
    }
  }
  return text
}
