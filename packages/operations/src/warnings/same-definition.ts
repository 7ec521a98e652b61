import { fingerprint } from '@footfall/idempotency'

interface Named {
  readonly name: string
}

/** Warns where things of other names are defined in the same way: “The funnel “Checkout” has the same steps already.” */
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
    .map((other) => `The ${kind} “${other.name}” has the same ${same} already.`)
}
