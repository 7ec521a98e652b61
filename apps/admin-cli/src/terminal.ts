/** Where and how a command writes: as text, or with `--json` as one JSON document. */
export interface Terminal {
  readonly json: boolean
  /** Whether progress may be drawn. */
  readonly interactive: boolean
  out(text: string): void
  err(text: string): void
  /** Writes to standard error without a line break. */
  draw(text: string): void
}

/** Prints the result of a command: the value as one JSON document, or the text. */
export function printResult(terminal: Terminal, value: unknown, text: string): void {
  terminal.out(terminal.json ? JSON.stringify(value) : text)
}

/** A table with aligned columns, or `none` where there is no row. */
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
