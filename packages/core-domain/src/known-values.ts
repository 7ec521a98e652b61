import { type KnownNames, NEAREST_MAX, nearest } from './nearest.ts'

/** A value that there can be, and what people call it. */
export interface KnownValue {
  readonly value: string
  readonly names: readonly string[]
}

/** The goals of a product, by their names and labels. */
export function goalValues(
  goals: readonly { readonly name: string; readonly label?: string | undefined }[],
): readonly KnownValue[] {
  return goals.map(({ name, label }) => ({ value: name, names: label === undefined ? [] : [label] }))
}

/** The value that is meant. The empty value stands for events without one. */
export function knownValue(given: string, vocabulary: readonly KnownValue[]): string | undefined {
  if (given === '' || vocabulary.some(({ value }) => value === given)) return given
  const wanted = folded(given)
  const found =
    vocabulary.find(({ names }) => names.includes(given)) ??
    vocabulary.find(({ value }) => folded(value) === wanted) ??
    vocabulary.find(({ names }) => names.some((name) => folded(name) === wanted))
  return found?.value
}

/** The values similar to an unknown one, by their names as well. */
export function nearValues(
  given: string,
  vocabulary: readonly KnownValue[],
  otherNames?: KnownNames['otherNames'],
): readonly string[] {
  const named = vocabulary.flatMap(({ value, names }) => [value, ...names].map((name) => ({ name, value })))
  // Values share names, as the provinces of Limburg do.
  const byName = Map.groupBy(named, ({ name }) => name)
  const near = nearest(given, { names: [...byName.keys()], otherNames }).flatMap(
    (name) => byName.get(name)?.map(({ value }) => value) ?? [name],
  )
  return [...new Set(near)].slice(0, NEAREST_MAX)
}

/** Without case, accents and punctuation. */
export function folded(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('&', 'and')
  const letters = plain.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return letters === '' ? plain : letters
}
