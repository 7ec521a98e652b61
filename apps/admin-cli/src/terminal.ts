import type { Dependencies } from './dependencies.ts'

/** Where and how a command writes: as text, or with `--json` as one JSON document. */
export interface Terminal extends Pick<Dependencies, 'interactive' | 'columns' | 'out' | 'err' | 'draw'> {
  readonly json: boolean
}

/** Prints the result of a command: the value as one JSON document, or the text. */
export function printResult(terminal: Terminal, value: unknown, text: string): void {
  terminal.out(terminal.json ? JSON.stringify(value) : text)
}

/**
 * A table with aligned columns, or `none` where there is no row. If the table is wider than the terminal, each row is a block
 * of lines instead: the first value, and below it the others with their names.
 */
export function table(
  { columns }: Pick<Terminal, 'columns'>,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  if (rows.length === 0) return none
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  const asTable = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  if (columns === undefined || asTable.every((line) => line.length <= columns)) return asTable.join('\n')
  return rows.map((row) => block(head, row, columns)).join('\n\n')
}

/** Whether an answer to a question of yes or no is yes. */
export function isYes(typed: string): boolean {
  return /^\s*y(es)?\s*$/i.test(typed)
}

function block([, ...names]: readonly string[], [title = '', ...cells]: readonly string[], columns: number): string {
  const widest = Math.max(...names.map((name) => name.length))
  const lines = names.map((name, index) => wrapped(`  ${name.padEnd(widest)}  `, cells[index] ?? '', columns))
  return [title, ...lines].join('\n')
}

/** The text after its label. What does not fit continues below its beginning, and breaks after a comma or a space. */
export function wrapped(label: string, text: string, columns: number | undefined): string {
  const width = (columns ?? Number.POSITIVE_INFINITY) - label.length
  const lines = ['']
  for (const part of text.split(/(?<=[, ])/)) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + part.trimEnd().length > width) lines.push(part)
    else lines[lines.length - 1] = line + part
  }
  return lines.map((line, index) => (index === 0 ? label : ' '.repeat(label.length)) + line.trimEnd()).join('\n')
}
