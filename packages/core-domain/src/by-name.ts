/** A value for each of some names. */
export function byName<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  // The names are the keys, which the type of `fromEntries` does not say.
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>
}
