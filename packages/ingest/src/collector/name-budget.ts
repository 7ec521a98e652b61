import { HOUR_MS } from '@footfall/core-domain'
import { KNOWN_NAMES_MAX, type KnownNames, knownNames, NAME_KINDS, type NameKind } from './known-names.ts'

/** New names of a product that one client network may bring in an hour. */
export const NEW_NAMES_OF_NETWORK_MAX: Readonly<Record<NameKind, number>> = { event: 100, property: 50, title: 500 }
/** From all networks: this limits how much is kept about who brought which name. */
const NEW_NAMES_MAX: Readonly<Record<NameKind, number>> = { event: 1_000, property: 1_000, title: 10_000 }

/** The names that are known of one product, and who brought new ones in this hour. */
export interface ProductNames {
  /** Whether a name may be listed. `network` is the pseudonym of the client network that brings it. */
  admit(kind: NameKind, name: string, network: () => string, now: number): boolean
  /** A name that the product had before, or that its owner brings. It counts against no budget. */
  learn(kind: NameKind, name: string): void
  readonly size: number
}

interface Kept {
  readonly known: KnownNames
  /** The names of this hour that were new, and the network of each. */
  readonly broughtBy: Map<string, string>
  readonly newOf: Map<string, number>
}

export function productNames(): ProductNames {
  let hour = 0
  const kinds = Object.fromEntries(NAME_KINDS.map((kind) => [kind, emptyKept(kind)])) as Record<NameKind, Kept>

  function resetInNewHour(now: number): void {
    const current = Math.floor(now / HOUR_MS)
    if (current === hour) return
    hour = current
    for (const { broughtBy, newOf } of Object.values(kinds)) {
      broughtBy.clear()
      newOf.clear()
    }
  }

  return {
    admit(kind, name, network, now) {
      resetInNewHour(now)
      const { known, broughtBy, newOf } = kinds[kind]
      if (known.has(name)) return true
      const from = network()
      const before = newOf.get(from) ?? 0
      if (before >= NEW_NAMES_OF_NETWORK_MAX[kind] || broughtBy.size >= NEW_NAMES_MAX[kind]) return false
      newOf.set(from, before + 1)
      broughtBy.set(name, from)
      known.add(name)
      return true
    },
    learn(kind, name) {
      const { known, broughtBy, newOf } = kinds[kind]
      const from = broughtBy.get(name)
      if (from !== undefined) {
        broughtBy.delete(name)
        newOf.set(from, (newOf.get(from) ?? 1) - 1)
      }
      if (!known.has(name)) known.add(name)
    },
    get size() {
      return NAME_KINDS.reduce((size, kind) => size + kinds[kind].known.size + kinds[kind].broughtBy.size, 0)
    },
  }
}

function emptyKept(kind: NameKind): Kept {
  return { known: knownNames(KNOWN_NAMES_MAX[kind]), broughtBy: new Map(), newOf: new Map() }
}
