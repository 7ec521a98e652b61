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
    .map((other) => `The ${kind} “${other.name}” already has the same ${same}.`)
}
