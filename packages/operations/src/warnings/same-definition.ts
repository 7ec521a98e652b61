import { fingerprint } from '@footfall/idempotency'

interface Named {
  readonly name: string
}

/** Warns if things with other names have the same definition: “The funnel “Checkout” already has the same steps.” */
export function sameDefinitionWarnings<Item extends Named>(
  { name, kind, same }: { readonly name: string; readonly kind: string; readonly same: string },
  definition: unknown,
  others: readonly Item[],
  definitionOf: (other: Item) => unknown,
): string[] {
  const own = fingerprint(kind, definition)
  return others
    .filter((other) => other.name !== name && fingerprint(kind, definitionOf(other)) === own)
    .slice(0, 1)
    .map((other) => sentence(kind, other, same))
}

/** The same for several things of one list, of each of which the definition is read once. */
export function sameDefinitionFinder<Item extends Named>(
  kind: string,
  items: readonly Item[],
  definitionOf: (item: Item) => unknown,
): (item: Item, same: string) => string[] {
  const ofItem = new Map(items.map((item) => [item, fingerprint(kind, definitionOf(item))]))
  const alike = Map.groupBy(items, (item) => ofItem.get(item))
  return (item, same) => {
    const other = alike.get(ofItem.get(item))?.find(({ name }) => name !== item.name)
    return other === undefined ? [] : [sentence(kind, other, same)]
  }
}

function sentence(kind: string, other: Named, same: string): string {
  return `The ${kind} “${other.name}” already has the same ${same}.`
}
