const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b

/**
 * Whether a JSON text has more values than that, without parsing it: each comma and each opening bracket comes before at most
 * one. Of a text that is not JSON, the answer means nothing.
 */
export function hasMoreValues(text: Uint8Array, max: number): boolean {
  if (text.length <= max) return false
  let values = 0
  let isInString = false
  for (let i = 0; i < text.length; i++) {
    const byte = text[i]
    if (isInString) {
      if (byte === BACKSLASH) i++
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if ((byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) && ++values > max) return true
  }
  return false
}
