/** Whether a pattern can match a path at all: every path begins with a slash. */
export function canMatchPaths(pattern: string): boolean {
  return /^[/*]/.test(pattern)
}

/** Warns of patterns of paths that match nothing, since they lack the slash that every path begins with. */
export function leadingSlashWarnings(patterns: readonly string[]): string[] {
  return patterns
    .filter((pattern) => !canMatchPaths(pattern))
    .map((pattern) => `“${pattern}” matches no path, since every path begins with a slash. Did you mean /${pattern}?`)
}
