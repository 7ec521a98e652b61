import { escapedText, type MessageBlock } from '@footfall/core-domain'

/** Text on one line, with invisible characters escaped, cut to a length. */
export function oneLine(text: string, lengthMax = 500): string {
  const escaped = escapedText(text)
  return escaped.length <= lengthMax ? escaped : `${[...escaped].slice(0, lengthMax - 1).join('')}…`
}

/** A table as aligned columns of a monospaced font; the first column is cut, the others hold numbers. */
export function alignedTable(
  { columns, rows }: Extract<MessageBlock, { kind: 'table' }>,
  firstWidthMax: number,
): readonly string[] {
  const lines = [columns, ...rows].map((row) => row.map((cell, i) => oneLine(cell, i === 0 ? firstWidthMax : 40)))
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => widthOf(line[i] ?? ''))))
  return lines.map((line) =>
    line
      .map((cell, i) => {
        const space = ' '.repeat(Math.max(0, (widths[i] ?? 0) - widthOf(cell)))
        return i === 0 ? cell + space : space + cell
      })
      .join('  ')
      .trimEnd(),
  )
}

const widthOf = (text: string) => [...text].length
