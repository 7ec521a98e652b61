import type { Section } from './render.ts'

/** What the search in the browser reads: pages, and the headings of each with the words below it. */
export interface SearchIndex {
  readonly pages: readonly { readonly title: string; readonly address: string; readonly parts: readonly SearchPart[] }[]
}

/** Heading, anchor, and the words in the part. */
export type SearchPart = readonly [heading: string, anchor: string, words: string]

/** Words of English that are in nearly every part. */
const COMMON = new Set(
  'a an and any are as at be but by can do does each every for from has have how if in into is it its more no not of on one only or other so such than that the their them then there they this to was what when where which while who with without you your'.split(
    ' ',
  ),
)

/** Words of a part, each once, in the order of the text. Numbers and random texts of examples are left out. */
export function wordsOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{Letter}_][\p{Letter}\p{Number}_]*/gu) ?? []
  return [...new Set(words)].filter((word) => word.length > 1 && word.length <= 40 && !COMMON.has(word)).join(' ')
}

export function searchIndex(
  pages: readonly { readonly title: string; readonly address: string; readonly sections: readonly Section[] }[],
): SearchIndex {
  return {
    pages: pages.map(({ title, address, sections }) => ({ title, address, parts: partsOf(title, sections) })),
  }
}

/** The parts of a page; words that an earlier part of the page has are left to that part, unless they are in the heading. */
function partsOf(title: string, sections: readonly Section[]): readonly SearchPart[] {
  const seen = new Set<string>()
  return sections.flatMap(({ heading, anchor, text }) => {
    const words = wordsOf(text)
      .split(' ')
      .filter((word) => word !== '' && !seen.has(word))
    for (const word of words) seen.add(word)
    if (words.length === 0 && (heading === '' || heading === title)) return []
    return [[heading === title ? '' : heading, heading === title ? '' : anchor, words.join(' ')] as const]
  })
}
