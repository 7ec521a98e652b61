/** A table whose columns are padded, so that the source reads as well as the page. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((line) => line.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')))
  const widths = head.map((_, column) => Math.max(3, ...lines.map((line) => [...(line[column] ?? '')].length)))
  const row = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width)).join(' | ')} |`
  const [first = [], ...rest] = lines
  return [row(first), row(widths.map((width) => '-'.repeat(width))), ...rest.map(row)].join('\n')
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - [...text].length))
}

export function code(text: string): string {
  return `\`${text}\``
}

export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

/** The anchor that a heading gets where repositories are shown. */
export function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\p{Mark}_ -]/gu, '')
    .replaceAll(' ', '-')
}
