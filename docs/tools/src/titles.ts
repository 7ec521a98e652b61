/** A test as its file names it. */
export interface NamedTest {
  readonly line: number
  readonly title: string
}

const CALL = /(?<![.\w])(?:it|test)(?:\.\w+(?:\((?:[^()]|\([^()]*\))*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g

/** The tests of a file whose titles are literal text. */
export function testsIn(source: string): readonly NamedTest[] {
  return [...source.matchAll(CALL)].map((match) => ({
    line: source.slice(0, match.index).split('\n').length,
    title: match[2] ?? '',
  }))
}

const WORDS_MIN = 4

/** A title that begins with one of these, or with a plural verb, is half a sentence: the other half is the name of a group. */
const NO_BEGINNING = new Set(
  'and are as at be by can end for from had has have if in is it its lead link narrow nor not of on only open or reject revoke say still than that their they to was were where which with without'.split(
    ' ',
  ),
)

/** Words of `docs/style/words.md` that titles used before, with what to write instead. */
const AVOIDED: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\brefus(?:e|es|ed|al|als|ing)\b/i, 'reject'],
  [/\b(?:tells?|told|telling)\b/i, 'notify, report, say'],
  [/\bfigures?\b/i, 'metric, number, value'],
  [/\bspans?\b/i, 'date range, period'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bbesides\b/i, 'in addition to, other than'],
  [/\balone$/i, 'only'],
  [/\bthat there (?:is|are) not\b/i, 'unknown, that does not exist'],
]

/** What is wrong with a title; undefined for one that is a sentence of its own. */
export function faultOf(title: string): string | undefined {
  const words = title.trim().split(/\s+/)
  if (words.length < WORDS_MIN) return `has fewer than ${WORDS_MIN} words`
  const first = words[0]?.toLowerCase() ?? ''
  if (NO_BEGINNING.has(first)) return `begins with “${first}”, so it names neither a subject nor what is done`
  const avoided = AVOIDED.find(([word]) => word.test(title))
  return avoided && `uses “${avoided[0].exec(title)?.[0]}”; write: ${avoided[1]}`
}
