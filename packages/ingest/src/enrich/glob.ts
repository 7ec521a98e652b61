/** Whether a text matches. */
export type GlobMatcher = (text: string) => boolean

/**
 * Compiles a pattern in which `*` matches any run of characters, the empty one included; everything else is literal and
 * the whole text must match. The pieces between the stars are searched from left to right, each once, so no pattern can
 * cause backtracking.
 */
export function compileGlob(pattern: string, options: { readonly ignoreCase?: boolean } = {}): GlobMatcher {
  if (options.ignoreCase) {
    const match = compileGlob(pattern.toLowerCase())
    return (text) => match(text.toLowerCase())
  }
  const pieces = pattern.split('*')
  const first = pieces[0] ?? ''
  if (pieces.length === 1) return (text) => text === first
  const last = pieces[pieces.length - 1] ?? ''
  const middle = pieces.slice(1, -1).filter((piece) => piece !== '')
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
    const end = text.length - last.length
    let from = first.length
    for (const piece of middle) {
      const at = text.indexOf(piece, from)
      if (at < 0 || at + piece.length > end) return false
      from = at + piece.length
    }
    return true
  }
}

/** Matches when any of the patterns does. */
export function compileGlobs(
  patterns: readonly string[],
  options: { readonly ignoreCase?: boolean } = {},
): GlobMatcher {
  const matchers = patterns.map((pattern) => compileGlob(pattern, options))
  return (text) => matchers.some((match) => match(text))
}
