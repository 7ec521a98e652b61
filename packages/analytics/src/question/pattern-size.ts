/** What a regular expression has more of than its text shows. */
export interface PatternSize {
  /** Copies of parts that counted repetitions make: `a{3}` makes 2, `(?:ab){3}` makes 4. */
  readonly copies: number
  /** Unicode classes such as `\pL`, each as often as it is repeated. */
  readonly unicodeClasses: number
}

interface Part {
  atoms: number
  unicodeClasses: number
}

const TOKENS =
  /\\Q[\s\S]*?(?:\\E|$)|\\[pP](?:\{[^}]*\}|[\s\S])|\\x\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\[:[^\]]*:\]|\\[\s\S]|[^\]\\])*\]?|\{(\d+)(?:,(\d*))?\}|\(\?[^:)]*[:)]|[\s\S]/gu
const UNICODE_CLASSES = /\\[pP]/g
const EMPTY_OPTION_GROUP = /^\(\?[^:)]*\)$/

/**
 * The work of compiling a regular expression, in the order of its length. The engine compiles a pattern without a pause, and
 * `(\pL|\pN|\pS){20}` takes it more than ten seconds: so this is read from the text before the engine sees it. It is never
 * less than the true size, and does not check the syntax.
 */
export function patternSize(pattern: string): PatternSize {
  const groups: Part[] = [{ atoms: 0, unicodeClasses: 0 }]
  let last: Part = { atoms: 0, unicodeClasses: 0 }
  let written = 0

  const top = () => groups.at(-1) ?? last
  const add = (part: Part) => {
    last = part
    top().atoms += part.atoms
    top().unicodeClasses += part.unicodeClasses
  }

  for (const [token, least, most] of pattern.matchAll(TOKENS)) {
    if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most ?? 0)) - 1
      top().atoms += last.atoms * times
      top().unicodeClasses += last.unicodeClasses * times
      last = { atoms: last.atoms * (times + 1), unicodeClasses: last.unicodeClasses * (times + 1) }
    } else if (token === ')' && groups.length > 1) {
      const group = groups.pop()
      if (group !== undefined) add(group)
    } else if (token.startsWith('(') && !EMPTY_OPTION_GROUP.test(token)) {
      groups.push({ atoms: 0, unicodeClasses: 0 })
    } else {
      written++
      add({ atoms: 1, unicodeClasses: token.match(UNICODE_CLASSES)?.length ?? 0 })
    }
  }
  while (groups.length > 1) {
    const group = groups.pop()
    if (group !== undefined) add(group)
  }
  const [all = last] = groups
  return { copies: all.atoms - written, unicodeClasses: all.unicodeClasses }
}
