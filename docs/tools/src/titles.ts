/** A test or a group of tests as its file names it. */
export interface Titled {
  readonly line: number
  readonly title: string
}

const callOf = (functions: string) =>
  new RegExp(
    String.raw`(?<![.\w])(?:${functions})(?:\.\w+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?)*\(\s*(['"${'`'}])((?:\\.|(?!\1)[^\\])*)\1`,
    'g',
  )
const TESTS = callOf('it|test')
const GROUPS = callOf('describe|describeEachDialect')

function titlesOf(calls: RegExp, source: string): readonly Titled[] {
  return [...source.matchAll(calls)].map((match) => ({
    line: source.slice(0, match.index).split('\n').length,
    title: match[2] ?? '',
  }))
}

/** The tests of a file whose titles are literal text. */
export const testsIn = (source: string) => titlesOf(TESTS, source)

/** The groups of tests of a file whose titles are literal text. */
export const groupsIn = (source: string) => titlesOf(GROUPS, source)

const WORDS_MIN = 4

/** A title that begins with one of these, or with a plural verb, is half a sentence: the other half is the name of a group. */
const NO_BEGINNING = new Set(
  'and are as at be by can end for from had has have if in is it its lead link narrow nor not of on only open or reject revoke say still than that their they to was were where which with without'.split(
    ' ',
  ),
)

/** A group that begins with one of these goes on with the title of the group around it, or is a clause. */
const NO_GROUP = new Set(
  'about above after among before behind below between built during issued inside into nothing outside over rejected routed since through toward under until what when while within'.split(
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

const firstWordOf = (title: string) => title.trim().split(/\s+/)[0]?.toLowerCase() ?? ''

function avoidedIn(title: string): string | undefined {
  const avoided = AVOIDED.find(([word]) => word.test(title))
  return avoided && `uses “${avoided[0].exec(title)?.[0]}”; write: ${avoided[1]}`
}

/** What is wrong with the title of a test; undefined for one that is a sentence of its own. */
export function faultOf(title: string): string | undefined {
  if (title.trim().split(/\s+/).length < WORDS_MIN) return `has fewer than ${WORDS_MIN} words`
  const first = firstWordOf(title)
  if (NO_BEGINNING.has(first)) return `begins with “${first}”, so it names neither a subject nor what is done`
  return avoidedIn(title)
}

/** What is wrong with the title of a group; undefined for one that names its subject. */
export function groupFaultOf(title: string): string | undefined {
  const first = firstWordOf(title)
  if (NO_BEGINNING.has(first) || NO_GROUP.has(first)) return `begins with “${first}”, so it does not name its subject`
  return avoidedIn(title)
}
