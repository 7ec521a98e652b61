/** A list as people type it: one a line, or separated by commas; empty ones and repetitions do not count. */
export function listOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\n,]/).map((part) => part.trim()))].filter((part) => part !== '')
}

export function linesOf(list: readonly string[]): string {
  return list.join('\n')
}
