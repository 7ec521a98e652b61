/** A list as people type it: one a line, or separated by commas; empty ones and repetitions do not count. */
export function listOf(text: string): readonly string[] {
  return parts(text, /[\n,]/)
}

/** Patterns, one a line: a path may hold a comma. */
export function patternsOf(text: string): readonly string[] {
  return parts(text, '\n')
}

export function linesOf(list: readonly string[]): string {
  return list.join('\n')
}

function parts(text: string, separator: string | RegExp): readonly string[] {
  return [...new Set(text.split(separator).map((part) => part.trim()))].filter((part) => part !== '')
}
