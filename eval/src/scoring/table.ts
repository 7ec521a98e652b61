import { median, type Result } from './result.ts'

const HEAD = ['question', 'kind', 'calls', 'in', 'out', 'budget', ''] as const

/** The results as lines of text, one a question, and a summary. */
export function table(results: readonly Result[]): string {
  const rows = results.map(({ question: { name, kind, budget }, calls, tokensIn, tokensOut, faults }) => [
    name,
    kind,
    String(calls),
    String(tokensIn),
    String(tokensOut),
    `${budget.calls} / ${budget.tokens}`,
    faults.length === 0 ? 'right' : `wrong: ${faults.join('; ')}`,
  ])
  const widths = HEAD.map((head, i) =>
    Math.max(head.length, ...rows.map((row) => (i === HEAD.length - 1 ? 0 : (row[i]?.length ?? 0)))),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(HEAD), ...rows.map(line), '', summary(results)].join('\n')
}

export function summary(results: readonly Result[]): string {
  const right = results.filter(({ faults }) => faults.length === 0).length
  const calls = median(results.map(({ calls }) => calls))
  const tokens = median(results.map(({ tokensIn, tokensOut }) => tokensIn + tokensOut))
  const ofDocs = results.filter(({ question }) => question.kind === 'docs')
  const rightOfDocs = ofDocs.filter(({ faults }) => faults.length === 0).length
  const docs =
    ofDocs.length === 0
      ? ''
      : ` Of readers of the documentation, ${rightOfDocs} of ${ofDocs.length} questions are answered or handed over.`
  return `${right} of ${results.length} right. The median question takes ${calls} calls and ${tokens} tokens.${docs}`
}
