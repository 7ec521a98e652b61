/** V8 copies shorter substrings; a longer one references the text that it was cut from. */
const SLICE_LENGTH_MIN = 13
const COPIED_LENGTH_MAX = 2048
const copying = Buffer.alloc(2 * COPIED_LENGTH_MAX)

/**
 * Copies a text. A substring from `slice`, `URL` or a regular expression keeps the whole text in memory, so what is
 * kept longer than a request is copied first.
 */
export function ownCopy(text: string): string {
  if (text.length < SLICE_LENGTH_MIN) return text
  const encoding = isLatin1(text) ? 'latin1' : 'utf16le'
  // Short texts are copied through one buffer: to allocate one for each costs more than the copy.
  if (text.length > COPIED_LENGTH_MAX) return Buffer.from(text, encoding).toString(encoding)
  return copying.toString(encoding, 0, copying.write(text, encoding))
}

const STRING_HEADER_BYTES = 24

/** Upper bound of the memory of a copied text: one byte per character for Latin-1, otherwise two. */
export function textBytes(text: string): number {
  return STRING_HEADER_BYTES + (isLatin1(text) ? text.length : 2 * text.length)
}

const BEYOND_LATIN1 = /[\u0100-\uffff]/

function isLatin1(text: string): boolean {
  return !BEYOND_LATIN1.test(text)
}
