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
  const { values, byName, byFoldedValue, byFoldedName } = placesOf(vocabulary)
  if (given === '' || values.has(given)) return given
  const named = byName.get(given)
  if (named !== undefined) return named
  const wanted = folded(given)
  return byFoldedValue().get(wanted) ?? byFoldedName().get(wanted)
}

/** Where a vocabulary has each text: a question may have hundreds of values, and a vocabulary thousands. */
interface Places {
  readonly values: ReadonlySet<string>
  readonly byName: ReadonlyMap<string, string>
  readonly byFoldedValue: () => ReadonlyMap<string, string>
  readonly byFoldedName: () => ReadonlyMap<string, string>
}

const places = new WeakMap<readonly KnownValue[], Places>()

function placesOf(vocabulary: readonly KnownValue[]): Places {
  const known = places.get(vocabulary)
  if (known !== undefined) return known
  const named = vocabulary.flatMap(({ value, names }) => names.map((name) => [name, value] as const))
  const made = {
    values: new Set(vocabulary.map(({ value }) => value)),
    byName: firstOfEach(named),
    byFoldedValue: once(() => firstOfEach(vocabulary.map(({ value }) => [folded(value), value] as const))),
    byFoldedName: once(() => firstOfEach(named.map(([name, value]) => [folded(name), value] as const))),
  }
  places.set(vocabulary, made)
  return made
}

/** The first of several values of one text is meant. */
function firstOfEach(entries: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map(entries.toReversed())
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
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

/** A sign before a number and a character between two digits: without them, `-1` would be `1`, and `1.2` would be `12`. */
const PART_OF_NUMBER = /^\s*[-+\u2212](?=\d)|(?<=\d)[^\p{L}\p{N}]+(?=\d)/u
const NO_LETTER = new RegExp(`(${PART_OF_NUMBER.source})|[^\\p{L}\\p{N}]`, 'gu')

/** Without case, accents and punctuation, but for that of numbers. */
export function folded(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('&', 'and')
  const letters = plain.replaceAll(NO_LETTER, '$1')
  return letters === '' ? plain : letters
}
