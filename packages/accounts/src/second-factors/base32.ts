const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base32, without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET.charAt((value >>> bits) & 31)
      value &= (1 << bits) - 1
    }
  }
  return bits === 0 ? text : text + ALPHABET.charAt((value << (5 - bits)) & 31)
}

/** The bytes of a text that `base32` made. */
export function fromBase32(text: string): Uint8Array {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const char of text) {
    value = (value << 5) | ALPHABET.indexOf(char)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 0xff)
    value &= (1 << bits) - 1
  }
  return Uint8Array.from(bytes)
}
