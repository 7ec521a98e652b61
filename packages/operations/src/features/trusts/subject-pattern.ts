/** What `*` never crosses. Platforms separate the parts of a subject by them. */
const SEPARATOR = /([/:])/
const LONGEST = 512
const WILDCARDS_MAX = 10

/** Why a text is not a valid subject pattern; undefined if it is valid. */
export function subjectPatternProblem(pattern: string): string | undefined {
  if (pattern.length > LONGEST) return `must have at most ${LONGEST} characters`
  if (!isSubject(pattern)) return 'must be visible text'
  if (pattern.replace(/[*/:]/g, '') === '')
    return 'must name more than *, which alone would trust everybody of the issuer'
  if (pattern.split('*').length - 1 > WILDCARDS_MAX) return `must have at most ${WILDCARDS_MAX} wildcards`
  return undefined
}

/** Whether a subject can be trusted at all: text that people see as it is. */
export function isSubject(subject: unknown): subject is string {
  return typeof subject === 'string' && subject !== '' && subject.length <= LONGEST && !/[\p{C}\p{Z}]/u.test(subject)
}

/** Whether the whole subject is of the pattern, in which `*` stands for any text without `/` and `:`, also none. */
export function subjectMatches(pattern: string, subject: string): boolean {
  const [wanted, given] = [pattern.split(SEPARATOR), subject.split(SEPARATOR)]
  return wanted.length === given.length && wanted.every((part, at) => partMatches(part, given[at] ?? ''))
}

/**
 * The part of a pattern up to the last separator before its first `*`; the whole pattern without one. `subjectHeads` has it for every
 * subject that the pattern matches, so that a trust is found by an index.
 */
export function subjectHead(pattern: string): string {
  const [fixed = ''] = pattern.split('*', 1)
  return fixed === pattern ? pattern : fixed.slice(0, endOfLastSeparator(fixed))
}

/** Every head that a pattern of this subject can have. */
export function subjectHeads(subject: string): readonly string[] {
  const ends = [...subject.matchAll(/[/:]/g)].map(({ index }) => index + 1)
  return [...new Set(['', ...ends.map((end) => subject.slice(0, end)), subject])]
}

function endOfLastSeparator(text: string): number {
  return Math.max(text.lastIndexOf('/'), text.lastIndexOf(':')) + 1
}

/** Each piece between wildcards is found at the earliest place, so the time is bounded by the product of the lengths. */
function partMatches(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  const end = text.length - last.length
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found < 0 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}
