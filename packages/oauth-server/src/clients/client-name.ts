const LENGTH_MAX = 200

const WHITE_SPACE = /[\t-\r\u0085\u2800\p{Z}]+/gu

/**
 * What nobody sees: controls, format characters (zero-width and bidirectional ones, tags), everything else that Unicode
 * lets a font ignore, and halves of surrogate pairs. Two names would look alike, or the text around them turn about. Two
 * characters stay where they make an emoji: the joiner between two (👩‍💻), and the one that asks for colour after one (❤️).
 */
const UNSEEN = new RegExp(
  [
    String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=\p{Extended_Pictographic})\ufe0f`,
    String.raw`(?<unseen>[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}])`,
  ].join('|'),
  'gu',
)

/**
 * A client's name as it is stored and shown: without characters that nobody sees, white space folded into single spaces.
 * Undefined where nothing is left of it, or more than 200 characters.
 */
export function cleanClientName(text: string): string | undefined {
  const name = text
    .replace(WHITE_SPACE, ' ')
    .replace(UNSEEN, (found, unseen?: string) => (unseen === undefined ? found : ''))
    .replace(/ {2,}/g, ' ')
    .trim()
  return name === '' || name.length > LENGTH_MAX ? undefined : name
}
