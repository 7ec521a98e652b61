/** Where a command writes, and how: for a person, or with `--json` for a script. */
export interface Terminal {
  readonly json: boolean
  /** Whether a person watches, so that progress may be drawn. */
  readonly interactive: boolean
  out(text: string): void
  err(text: string): void
  /** Writes to standard error as it is, without a line's end. */
  draw(text: string): void
}

/** Prints the answer of a command: the value itself as one JSON document, or its text for a person. */
export function answer(terminal: Terminal, value: unknown, text: string): void {
  terminal.out(terminal.json ? JSON.stringify(value) : text)
}

/** Columns as wide as their longest cell; an empty table says so in words. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], none: string): string {
  if (rows.length === 0) return none
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
