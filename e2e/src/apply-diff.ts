/** A text with the change of a block of code in the documentation: lines that begin with `-` are replaced by those with `+`. */
export function applyDiff(text: string, diff: string): string {
  const lines = diff.trimEnd().split('\n')
  const side = (without: string) =>
    lines
      .filter((line) => !line.startsWith(without))
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  if (text.split(side('+')).length !== 2) throw new Error(`These lines are not there exactly once:\n${side('+')}`)
  return text.replace(side('+'), () => side('-'))
}
