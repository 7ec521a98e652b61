/** How many names are offered in place of one that is not known. */
export const NEAREST_MAX = 3
/** Longer texts are compared by their beginnings, so that none costs more than this squared. */
const COMPARED_MAX = 60
/** How many names are compared: the first ones. */
const NAMES_MAX = 2_000
/** How many letters of a name that may belong to another program may be mistyped. */
const MISTYPED_LETTERS_MAX = 2

/** Names that can be asked for, and what else people call them: `url` for `page`. */
export interface KnownNames {
  readonly names: readonly string[]
  readonly otherNames?: ReadonlyMap<string, string> | undefined
}

/** The other names of each name, the other way round. */
export function otherNamesOf(
  others: Readonly<Record<string, readonly string[] | undefined>>,
): KnownNames['otherNames'] {
  return new Map(
    Object.entries(others).flatMap(([name, also = []]) => also.map((other) => [letters(other), name] as const)),
  )
}

/**
 * The known names nearest to the one asked for, at most three, best first: the same but for case and punctuation or
 * by another name, then with one or two letters mistyped, then with the same beginning, then one that is part of the
 * other; only where there is none of these, with few letters changed. Empty where none is near.
 */
export function nearest(asked: string, { names, otherNames }: KnownNames): readonly string[] {
  const wanted = wantedText(asked)
  const other = otherNames?.get(wanted.letters)
  const ranked = [...new Set(names)]
    .slice(0, NAMES_MAX)
    .map((name, index) => ({ name, index, ...nearness(wanted, foldedText(name), name === other) }))
    .filter(({ rank }) => rank < RANK.far)
  const isClear = ranked.some(({ rank }) => rank < RANK.similar)
  return ranked
    .filter(({ rank }) => !isClear || rank < RANK.similar)
    .sort((a, b) => a.rank - b.rank || a.distance - b.distance || a.index - b.index)
    .slice(0, NEAREST_MAX)
    .map(({ name }) => name)
}

/**
 * The names that come nearest to the one asked for, however far they are, at most three: numbers by their difference, others
 * by the letters to change in one of their words. For names so few that any of them may be the one meant.
 */
export function closest(asked: string, names: readonly string[]): readonly string[] {
  const wanted = foldedText(asked)
  return names
    .map((name, index) => ({ name, index, far: farness(wanted, foldedText(name)) }))
    .sort((a, b) => a.far - b.far || a.index - b.index)
    .slice(0, NEAREST_MAX)
    .map(({ name }) => name)
}

/**
 * The name that was most likely meant by one with few letters mistyped, or with other case or punctuation; undefined where none
 * is that near. For names that may belong to another program.
 */
export function mistypedFrom(asked: string, names: readonly string[]): string | undefined {
  const wanted = wantedText(asked)
  const [best] = names
    .map((name) => ({ name, ...nearness(wanted, foldedText(name), false) }))
    .filter(({ rank, distance }) => rank === RANK.same || (rank === RANK.mistyped && distance <= MISTYPED_LETTERS_MAX))
    .sort((a, b) => a.rank - b.rank || a.distance - b.distance)
  return best?.name
}

function farness(wanted: string, name: string): number {
  if (NUMBER.test(wanted) && NUMBER.test(name)) return Math.abs(Number(wanted) - Number(name))
  const lengthOf = (word: string) => Math.max(wanted.length, word.length, 1)
  const words = [name, ...name.split(/[\s-]+/)]
  return Math.min(...words.map((word) => editDistance(wanted, word, lengthOf(word)) / lengthOf(word)))
}

const NUMBER = /^\d{1,9}$/

const RANK = { same: 0, mistyped: 1, beginning: 2, part: 3, similar: 4, far: 5 } as const

/** What names are compared with. */
interface Wanted {
  readonly text: string
  readonly letters: string
}

function wantedText(asked: string): Wanted {
  const text = foldedText(asked)
  return { text, letters: letters(text) }
}

function nearness(wanted: Wanted, name: string, isOtherName: boolean) {
  const length = Math.max(wanted.text.length, name.length)
  const distance = editDistance(wanted.text, name, Math.max(2, Math.ceil(length * 0.4)))
  return { distance, rank: isOtherName ? RANK.same : rankOf(wanted, name, distance) }
}

function rankOf({ text: wanted, letters: plain }: Wanted, name: string, distance: number): number {
  const length = Math.max(wanted.length, name.length)
  if (wanted === name || (plain !== '' && plain === letters(name))) return RANK.same
  // With one letter more, two letters may be anything.
  const mistypedMax = wanted.length > 2 ? Math.max(1, Math.floor(length / 4)) : 0
  if (distance <= mistypedMax && distance < length / 2) return RANK.mistyped
  const [part, whole] = wanted.length < name.length ? [wanted, name] : [name, wanted]
  // A language is the beginning of its variants: `de` of `de-de`.
  if (part.length > 1 && whole.startsWith(`${part}-`)) return RANK.beginning
  // One or two letters are part of too much to say anything.
  if (part.length > 2 && whole.startsWith(part)) return RANK.beginning
  if (part.length > 2 && whole.includes(part)) return RANK.part
  return distance < length ? RANK.similar : RANK.far
}

function foldedText(name: string): string {
  return name.slice(0, COMPARED_MAX).toLowerCase()
}

/** Only letters and digits: `utmSource` and `utm_source` are the same. */
function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Letters to insert, remove, change or swap with the next one; infinite where it takes more than `most`. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY
  let twoAbove = new Uint16Array(b.length + 1)
  let above = Uint16Array.from({ length: b.length + 1 }, (_, j) => j)
  let row = new Uint16Array(b.length + 1)
  let leastAbove = 0
  for (let i = 1; i <= a.length; i++) {
    const [letter, letterBefore] = [a.charCodeAt(i - 1), i > 1 ? a.charCodeAt(i - 2) : Number.NaN]
    let [left, least, other] = [i, i, Number.NaN]
    row[0] = i
    for (let j = 1; j <= b.length; j++) {
      const otherBefore = other
      other = b.charCodeAt(j - 1)
      let distance = at(above, j - 1) + (letter === other ? 0 : 1)
      const added = Math.min(left, at(above, j)) + 1
      if (added < distance) distance = added
      if (letter === otherBefore && letterBefore === other && at(twoAbove, j - 2) + 1 < distance)
        distance = at(twoAbove, j - 2) + 1
      row[j] = distance
      left = distance
      if (distance < least) least = distance
    }
    // No later row has less than the least of two rows.
    if (least > most && leastAbove > most) return Number.POSITIVE_INFINITY
    leastAbove = least
    const next = twoAbove
    twoAbove = above
    above = row
    row = next
  }
  const distance = at(above, b.length)
  return distance > most ? Number.POSITIVE_INFINITY : distance
}

function at(row: Uint16Array, index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
