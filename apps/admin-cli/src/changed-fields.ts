interface Change {
  readonly path?: unknown
  readonly from?: unknown
  readonly to?: unknown
}

/** The changes whose values differ as text: those of a new thing also list the fields that it leaves out. */
export function changedFields(
  changes: readonly Change[],
  textOf: (value: unknown) => string,
): readonly { readonly path: string; readonly from: string; readonly to: string }[] {
  return changes
    .map(({ path, from, to }) => ({ path: String(path), from: textOf(from), to: textOf(to) }))
    .filter(({ from, to }) => from !== to)
}
