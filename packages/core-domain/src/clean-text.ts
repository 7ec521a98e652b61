/** Cuts text to a length without splitting a surrogate pair, which the engine would reject. */
export function clip(text: string, max: number): string {
  return (text.length > max ? text.slice(0, max) : text).toWellFormed()
}

/** Anything but printable ASCII with single spaces between words: most text has none of it and stays as it is. */
const UNUSUAL = /[^!-~ ]| (?= |$)|^ /
/**
 * What is not seen and can make two texts look alike or a text read otherwise than it is stored: control characters, and
 * what Unicode defines as invisible (bidirectional controls, zero-width and tag characters, variation
 * selectors). White space is folded instead. A joiner or an emoji selector stays inside an emoji sequence.
 */
const INVISIBLE =
  /(?!\p{White_Space})(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic}))(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])\uFE0F)(?!(?<=[#*0-9])\uFE0F(?=\u20E3))[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu
const WHITE_SPACE = /\p{White_Space}+/gu

/**
 * The text with everything that cleaning removes written as `\\uXXXX`, and so white space other than the plain space, lone
 * surrogates and the backslash: it stays on one line, shows all that it holds, and nothing is lost.
 */
export function escapedText(text: string): string {
  if (!UNESCAPED.test(text)) return text
  return text
    .replace(/[\\\t\n\r]/g, (character) => SHORT_ESCAPES[character] ?? character)
    .replace(/\p{Cs}|(?! )\p{White_Space}/gu, escaped)
    .replace(INVISIBLE, escaped)
}

/** Anything but printable ASCII without the backslash. */
const UNESCAPED = /[^ -[\]-~]/
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(characters: string): string {
  return Array.from({ length: characters.length }, (_, i) => unit(characters.charCodeAt(i))).join('')
}

const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`

/** The text without invisible characters. White space stays as it is. */
export function visibleText(text: string): string {
  return UNUSUAL.test(text) ? text.replace(INVISIBLE, '') : text
}

/**
 * Text that a visitor wrote, fit to be stored and shown: without invisible characters, runs of white space as one space,
 * trimmed, and cut to `max` code points. Cleaning clean text returns it unchanged.
 */
export function cleanText(text: string, max: number): string {
  if (text.length <= max && !UNUSUAL.test(text)) return text
  const clean = text.toWellFormed().replace(INVISIBLE, '').replace(WHITE_SPACE, ' ').trim()
  return clean.length <= max ? clean : cut(clean, max).trimEnd()
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** No emoji sequence is longer in UTF-16 units; a longer run of combining marks may be cut anywhere. */
const SEQUENCE_LENGTH_MAX = 64

/** The first `max` code points, without the beginning of a sequence that does not fit. */
function cut(text: string, max: number): string {
  const end = unitsOf(text, max)
  if (end >= text.length) return text
  const sequence = graphemes.segment(text.slice(0, end + SEQUENCE_LENGTH_MAX)).containing(end)
  const start = sequence?.index ?? end
  return text.slice(0, end - start <= SEQUENCE_LENGTH_MAX ? start : end)
}

/** How many UTF-16 units the first `max` code points take. */
function unitsOf(text: string, max: number): number {
  let units = 0
  for (let count = 0; count < max && units < text.length; count++)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  return units
}
