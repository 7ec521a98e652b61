import { formatCount } from './impact.ts'

const NAMED_MAX = 10

/** The names of the first few, and the number of the rest. */
export function firstNames(names: readonly string[]): string {
  const rest = names.length - NAMED_MAX
  const named = names.slice(0, NAMED_MAX).join(', ')
  return rest > 0 ? `${named} and ${formatCount(rest)} more` : named
}
