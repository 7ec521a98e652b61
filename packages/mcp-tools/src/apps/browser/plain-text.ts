/** Characters that a person does not see, or that change the order of what they see. Joiners of emoji are kept. */
const INVISIBLE = /[\p{Cc}\u00ad\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu

/** A value as a person must see it before they approve it: whole, and with invisible characters named. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replace(INVISIBLE, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}
