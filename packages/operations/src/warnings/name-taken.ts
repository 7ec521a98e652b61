/** Warns if another thing of the same kind has the name, since people could confuse them. */
export function nameTakenWarnings(
  kind: string,
  name: string,
  /** The names of the others. */
  others: readonly (string | undefined)[],
): string[] {
  const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase()
  const wanted = folded(name)
  const taken = others.find((other) => other !== undefined && folded(other) === wanted)
  return taken === undefined ? [] : [`Another ${kind} is already called “${taken}”.`]
}
