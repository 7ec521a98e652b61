/** Items separated by lines or commas, without empty ones and duplicates. */
export function listOf(text: string): readonly string[] {
  return parts(text, /[\n,]/)
}

/** Patterns, one per line: a path may contain a comma. */
export function patternsOf(text: string): readonly string[] {
  return parts(text, '\n')
}

export function linesOf(list: readonly string[]): string {
  return list.join('\n')
}

function parts(text: string, separator: string | RegExp): readonly string[] {
  return [...new Set(text.split(separator).map((part) => part.trim()))].filter((part) => part !== '')
}
