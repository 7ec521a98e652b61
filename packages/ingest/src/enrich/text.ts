/** V8 copies shorter substrings; a longer one references the text that it was cut from. */
const SLICE_LENGTH_MIN = 13

/**
 * Copies a text. A substring from `slice`, `URL` or a regular expression keeps the whole text in memory, so what is
 * kept longer than a request is copied first.
 */
export function ownCopy(text: string): string {
  if (text.length < SLICE_LENGTH_MIN) return text
  const encoding = isLatin1(text) ? 'latin1' : 'utf16le'
  return Buffer.from(text, encoding).toString(encoding)
}

const STRING_HEADER_BYTES = 24

/** Upper bound of the memory of a copied text: one byte per character for Latin-1, otherwise two. */
export function textBytes(text: string): number {
  return STRING_HEADER_BYTES + (isLatin1(text) ? text.length : 2 * text.length)
}

function isLatin1(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0xff) return false
  return true
}
