export interface Covered {
  readonly entry: string
  readonly by: string
}

/** Each is compared with every entry of a list while other requests wait. */
const COMPARED_MAX = 100

/** How many added entries are not compared. */
export function notCompared(added: readonly string[]): number {
  return Math.max(0, new Set(added).size - COMPARED_MAX)
}

/**
 * The added entries of a list, up to `COMPARED_MAX`, that another entry covers already. Of two that cover each other the later one is covered by the
 * earlier.
 */
export function coveredEntries(
  entries: readonly string[],
  added: readonly string[],
  covers: (wide: string, narrow: string) => boolean,
): readonly Covered[] {
  const isAdded = new Set(added)
  const isCompared = new Set([...isAdded].slice(0, COMPARED_MAX))
  return entries.flatMap((entry, at) => {
    if (!isCompared.has(entry)) return []
    const by = entries.find(
      (other, i) => i !== at && covers(other, entry) && (i < at || !isAdded.has(other) || !covers(entry, other)),
    )
    return by === undefined ? [] : [{ entry, by }]
  })
}

export function coveredWarnings(covered: readonly Covered[], others: number): string[] {
  const warnings = covered.map(({ entry, by }) =>
    entry === by ? `${entry} is in the list twice.` : `${entry} has no effect: ${by} already covers it.`,
  )
  return others === 0 ? warnings : [...warnings, `And ${others} more, which were not compared with the others.`]
}
