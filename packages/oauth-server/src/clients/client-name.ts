const LENGTH_MAX = 200

const WHITE_SPACE = /[\t-\r\u0085\u2800\p{Z}]+/gu

/**
 * Invisible characters: controls, format characters (zero-width, bidirectional, tags), other default-ignorable code points
 * and lone surrogates. With them two names could look alike, or text around a name change its direction. Two characters are
 * kept inside emoji: the zero-width joiner between two (👩‍💻) and variation selector 16 after one (❤️).
 */
const INVISIBLE = new RegExp(
  [
    String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=\p{Extended_Pictographic})\ufe0f`,
    String.raw`(?<invisible>[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}])`,
  ].join('|'),
  'gu',
)

/**
 * A client's name as it is stored and shown: without invisible characters, and with single spaces. Undefined if it is then
 * empty or longer than 200 characters.
 */
export function cleanClientName(text: string): string | undefined {
  const name = text
    .replace(WHITE_SPACE, ' ')
    .replace(INVISIBLE, (found, invisible?: string) => (invisible === undefined ? found : ''))
    .replace(/ {2,}/g, ' ')
    .trim()
  return name === '' || name.length > LENGTH_MAX ? undefined : name
}
