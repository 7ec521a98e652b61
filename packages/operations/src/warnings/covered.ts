export interface Covered {
  readonly entry: string
  readonly by: string
}

/**
 * The added entries of a list that another entry covers already. Of two that cover each other the later one is covered by the
 * earlier.
 */
export function coveredEntries(
  entries: readonly string[],
  added: readonly string[],
  covers: (wide: string, narrow: string) => boolean,
): readonly Covered[] {
  const isAdded = new Set(added)
  return entries.flatMap((entry, at) => {
    if (!isAdded.has(entry)) return []
    const by = entries.find(
      (other, i) => i !== at && covers(other, entry) && (i < at || !isAdded.has(other) || !covers(entry, other)),
    )
    return by === undefined ? [] : [{ entry, by }]
  })
}

export function coveredWarnings(covered: readonly Covered[]): string[] {
  return covered.map(({ entry, by }) =>
    entry === by ? `${entry} is in the list twice.` : `${entry} has no effect: ${by} already covers it.`,
  )
}
