/** What live visits may take in memory, all together. */
export const LIVE_VISIT_BYTES_MAX = 128 * 1024 ** 2
/** One product may take this part of it. */
export const PRODUCT_SHARE = 1 / 4
/** A visitor is an address and a user agent, so one address can pretend to be any number of visitors. */
export const NETWORK_VISITS_MAX = 1000

/** What the bounds need to know of a visit. */
interface Kept {
  readonly product: string
  readonly visitor: string
  readonly network: string | undefined
  readonly bytes: number
}

/** How many visits made room, by the bound that was reached. */
export interface ForgottenVisits {
  readonly network: number
  readonly product: number
  readonly total: number
}

interface ProductVisits<Visit> {
  /** By visitor, always in order of the last event: a visit that is touched moves to the end. */
  readonly visits: Map<string, Visit>
  readonly perNetwork: Map<string, number>
  bytes: number
}

export interface VisitMemory<Visit> {
  find(product: string, visitor: string): Visit | undefined
  /** Makes a visit the most recent one of its product. The visits idle longest make room for a new one. */
  put(visit: Visit): void
  remove(visit: Visit): void
  /** Removes the visits that are over, going by the order in which they were put. */
  sweep(isOver: (visit: Visit) => boolean): void
  readonly bytes: number
  readonly size: number
  readonly forgotten: ForgottenVisits
}

/**
 * Visits within three bounds. Where one is reached, the visits idle longest make room: those of the same client network
 * and product, those of the same product, or, when all products together are too many, those of the product that takes
 * most. So a flood of visits of one product, or from one address, costs others nothing.
 */
export function createVisitMemory<Visit extends Kept>(bytesMax: number): VisitMemory<Visit> {
  const products = new Map<string, ProductVisits<Visit>>()
  const productBytesMax = bytesMax * PRODUCT_SHARE
  const forgotten = { network: 0, product: 0, total: 0 }
  let bytes = 0
  let size = 0

  function ownerOf(product: string): ProductVisits<Visit> {
    const known = products.get(product)
    if (known) return known
    const made: ProductVisits<Visit> = { visits: new Map(), perNetwork: new Map(), bytes: 0 }
    products.set(product, made)
    return made
  }

  function drop(owner: ProductVisits<Visit>, visit: Visit): void {
    owner.visits.delete(visit.visitor)
    owner.bytes -= visit.bytes
    bytes -= visit.bytes
    size--
    if (visit.network !== undefined) {
      const left = (owner.perNetwork.get(visit.network) ?? 0) - 1
      if (left > 0) owner.perNetwork.set(visit.network, left)
      else owner.perNetwork.delete(visit.network)
    }
  }

  function add(owner: ProductVisits<Visit>, visit: Visit): void {
    owner.visits.set(visit.visitor, visit)
    owner.bytes += visit.bytes
    bytes += visit.bytes
    size++
    if (visit.network === undefined) return
    const count = (owner.perNetwork.get(visit.network) ?? 0) + 1
    owner.perNetwork.set(visit.network, count)
    if (count > NETWORK_VISITS_MAX) makeRoomInNetwork(owner, visit.network)
  }

  /** An eighth at a time: the visits of one network are found by looking through those of the product. */
  function makeRoomInNetwork(owner: ProductVisits<Visit>, network: string): void {
    let excess = NETWORK_VISITS_MAX / 8
    for (const visit of owner.visits.values()) {
      if (visit.network !== network) continue
      drop(owner, visit)
      forgotten.network++
      if (--excess <= 0) return
    }
  }

  function dropOldest(owner: ProductVisits<Visit>, bytesLeft: number, bound: 'product' | 'total'): void {
    for (const visit of owner.visits.values()) {
      if (owner.bytes <= bytesLeft) return
      drop(owner, visit)
      forgotten[bound]++
    }
  }

  /** A little more than needed, because finding the largest product means looking at all. */
  function makeRoomInAll(): void {
    const target = bytesMax - bytesMax / 64
    while (bytes > target) {
      const largest = [...products.values()].reduce((most, owner) => (owner.bytes > most.bytes ? owner : most))
      dropOldest(largest, largest.bytes - Math.min(bytes - target, largest.bytes / 8), 'total')
    }
  }

  return {
    find: (product, visitor) => products.get(product)?.visits.get(visitor),
    put(visit) {
      const owner = ownerOf(visit.product)
      const known = owner.visits.get(visit.visitor)
      if (known === visit) {
        owner.visits.delete(visit.visitor)
        owner.visits.set(visit.visitor, visit)
        return
      }
      if (known) drop(owner, known)
      add(owner, visit)
      if (owner.bytes > productBytesMax) dropOldest(owner, productBytesMax, 'product')
      if (bytes > bytesMax) makeRoomInAll()
    },
    remove(visit) {
      const owner = products.get(visit.product)
      if (owner?.visits.get(visit.visitor) === visit) drop(owner, visit)
    },
    sweep(isOver) {
      for (const [product, owner] of products) {
        for (const visit of owner.visits.values()) {
          if (!isOver(visit)) break
          drop(owner, visit)
        }
        if (owner.visits.size === 0) products.delete(product)
      }
    },
    get bytes() {
      return bytes
    },
    get size() {
      return size
    },
    get forgotten() {
      return { ...forgotten }
    },
  }
}
