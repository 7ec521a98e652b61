const KNOWN_MAX = 1_000
const NONE: string[] = []
const known = new Map<string, string[]>()

/** The networks in a column: the same list for the same text, so that what is derived from it can be kept. */
export function storedNetworks(text: string): string[] {
  if (text === '[]') return NONE
  const before = known.get(text)
  if (before !== undefined) return before
  const networks: string[] = JSON.parse(text)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(text, networks)
  return networks
}
