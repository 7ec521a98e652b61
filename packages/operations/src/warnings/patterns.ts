/** Whether the first pattern matches whatever the second one matches. `*` in both stands for any run of characters. */
export function patternCovers(wide: string, narrow: string): boolean {
  const [first = '', ...others] = wide.split(/\*+/)
  if (others.length === 0) return wide === narrow
  if (!narrow.startsWith(first)) return false
  // A star of the narrow pattern is a character that only a star of the wide one takes.
  const last = others.pop() ?? ''
  let at = first.length
  for (const part of others) {
    const found = narrow.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return narrow.length - last.length >= at && narrow.endsWith(last)
}

/** The same for patterns of referrers: a host covers its paths, and its name with `www.`. */
export function referrerCovers(wide: string, narrow: string): boolean {
  const bare = (pattern: string) => pattern.toLowerCase().replace(/^www\./, '')
  const [whole, part] = [bare(wide), bare(narrow)]
  return patternCovers(whole, part) || patternCovers(whole, part.split('/')[0] ?? part)
}
