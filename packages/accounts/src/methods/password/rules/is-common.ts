import { COMMON_PASSWORDS, COMMON_WORDS, FILLER_WORDS, SEQUENCES } from './common-words.ts'

/** The owner of a password: passwords made of a name or an address are guessed first. */
export interface PasswordOwner {
  readonly email?: string | undefined
  readonly name?: string | undefined
}

/** The characters of a common password that are not common: `password2024` has four. */
const UNCOMMON_MAX = 4
const DISTINCT_MIN = 5
const SEQUENCE_MIN = 3
const OWN_WORD_MIN = 3

/** Usual substitutes of letters, as regular expressions. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  a: '[a4@]',
  b: '[b8]',
  e: '[e3]',
  g: '[g9]',
  i: '[i1!]',
  l: '[l1!]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7+]',
  z: '[z2]',
}

const listed = new Set(COMMON_PASSWORDS)
const patterns = new Map([...FILLER_WORDS, ...COMMON_WORDS].map((word) => [word, patternOf(word)]))

/**
 * Whether a password is on the list of common ones, or is a common word, the name or address of its owner, a keyboard
 * sequence or a repetition with only digits and punctuation added. Case, Unicode variants and the usual substitutes
 * (`p@ssw0rd`) make no difference.
 */
export function isCommonPassword(password: string, owner: PasswordOwner = {}): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  const bare = withoutPunctuation(text)
  if (listed.has(bare)) return true
  if (new Set(bare).size < DISTINCT_MIN) return true
  const rest = withoutWords(text, [...ownWords(owner), ...FILLER_WORDS])
  if (uncommonLength(rest) <= UNCOMMON_MAX) return true
  return COMMON_WORDS.some((word) => {
    const left = withoutWords(rest, [word])
    return left !== rest && uncommonLength(left) <= UNCOMMON_MAX
  })
}

/** Longer words first, so that a short one does not split a long one. */
function withoutWords(text: string, words: readonly string[]): string {
  return words
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(patterns.get(word) ?? patternOf(word), ' '), text)
}

function uncommonLength(text: string): number {
  return withoutPunctuation(withoutSequences(text)).length
}

function withoutPunctuation(text: string): string {
  return text.replaceAll(/[\p{P}\p{Z}\p{C}\p{Sm}\p{Sc}\p{Sk}]/gu, '')
}

/** Removes runs of three or more along a sequence, in either direction, and repeated characters. */
function withoutSequences(text: string): string {
  const characters = [...text.replaceAll(/(.{1,4}?)\1{2,}/gsu, ' ')]
  let kept = ''
  for (let at = 0; at < characters.length; ) {
    const length = runLength(characters, at)
    if (length < SEQUENCE_MIN) kept += characters[at]
    at += length < SEQUENCE_MIN ? 1 : length
  }
  return kept
}

function runLength(characters: readonly string[], at: number): number {
  let length = 1
  while (at + length < characters.length && isRun(characters.slice(at, at + length + 1).join(''))) length++
  return length
}

function isRun(text: string): boolean {
  return SEQUENCES.some((sequence) => sequence.includes(text) || sequence.includes([...text].reverse().join('')))
}

/** The address, its parts, and the name with and without its spaces. */
function ownWords({ email = '', name = '' }: PasswordOwner): readonly string[] {
  const plain = [email, name].map((text) => text.normalize('NFKC').toLowerCase())
  const parts = plain.flatMap((text) => [text, withoutPunctuation(text), ...text.split(/[^\p{L}\p{N}]+/u)])
  return parts.filter((part) => part.length >= OWN_WORD_MIN)
}

function patternOf(word: string): RegExp {
  return new RegExp([...word].map((letter) => SUBSTITUTES[letter] ?? literal(letter)).join(''), 'gu')
}

function literal(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}
