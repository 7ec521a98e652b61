import type { Entry } from './entries.ts'

/** Lines that have every typed word, best first: a label that begins with the text, then one with a word that does. */
export function searchEntries(entries: readonly Entry[], typed: string): readonly Entry[] {
  const text = folded(typed)
  const words = text.split(' ').filter((word) => word !== '')
  if (words.length === 0) return entries
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, text, words) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}

const NO_MATCH = 4

function rankOf({ label, group, words: others = '' }: Entry, text: string, words: readonly string[]): number {
  const name = folded(label)
  if (name.startsWith(text)) return 0
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 1
  if (words.every((word) => name.includes(word))) return 2
  const all = `${name} ${folded(group)} ${folded(others)}`
  return words.every((word) => all.includes(word)) ? 3 : NO_MATCH
}

/** Lower case, without accents, single spaces. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
