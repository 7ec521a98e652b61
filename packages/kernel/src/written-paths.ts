/** Paths of an answer that can hold text of others, of which those are listed where there is such text. */
export function pathsWithText(
  answer: Readonly<Record<string, unknown>>,
  inData: readonly string[],
  others: readonly string[] = [],
): readonly string[] {
  const paths = [...inData.map((path) => (path.startsWith('[') ? `data${path}` : `data.${path}`)), ...others]
  return paths.filter((path) => hasText(answer, path.split('.')))
}

/** Whether there is text at a path; `name[]` means every entry of the list. */
function hasText(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return typeof value === 'string' && value !== ''
  if (typeof value !== 'object' || value === null) return false
  const name = step.replace(/(\[\])*$/, '')
  const field: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
  return name === step ? hasText(field, rest) : Array.isArray(field) && field.some((entry) => hasText(entry, rest))
}
