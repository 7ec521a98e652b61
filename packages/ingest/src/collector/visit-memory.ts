/** Memory limit of all live visits together. */
export const LIVE_VISIT_BYTES_MAX = 128 * 1024 ** 2
/** Share of it that one product may use. */
export const PRODUCT_SHARE = 1 / 4
/** A visitor is an address and a user agent, so one address can imitate any number of visitors. */
export const NETWORK_VISITS_MAX = 1000

/** What the limits depend on. */
interface SizedVisit {
  readonly product: string
  /** What it is found by, which no other live visit of the product has. */
  readonly slot: string
  readonly network: string | undefined
  readonly bytes: number
}

/** Number of evicted visits, by the limit that was reached. */
export interface ForgottenVisits {
  readonly network: number
  readonly product: number
  readonly total: number
}

interface ProductVisits<Visit> {
  /** The account that owns the product, or the product where that is not known. */
  account: string
  /** By slot, ordered by last event: a touched visit moves to the end. */
  readonly visits: Map<string, Visit>
  readonly perNetwork: Map<string, number>
  bytes: number
}

/** Why a visit is no longer remembered: it ended, a limit was reached, or it was removed. */
export type ForgottenBecause = 'over' | 'limit' | 'removed'

export interface VisitMemory<Visit> {
  /** Says which account owns a product. Until then the product counts as an account of its own. */
  assign(product: string, account: string): void
  find(product: string, slot: string): Visit | undefined
  /** Marks a visit as the most recent of its product. A new visit evicts those idle longest. */
  put(visit: Visit): void
  remove(visit: Visit): void
  /** Removes ended visits, in the order in which they were put. */
  sweep(isOver: (visit: Visit) => boolean): void
  readonly bytes: number
  readonly size: number
  readonly forgotten: ForgottenVisits
}

/**
 * Live visits within three limits. When one is reached, the visits idle longest are evicted: those of the same client
 * network and product, of the same product, or, for the total, of the largest product of the account that uses most. A flood of
 * visits of one product, of the products of one account, or from one address therefore affects no others.
 */
export function createVisitMemory<Visit extends SizedVisit>(
  bytesMax: number,
  onForgotten: (visit: Visit, because: ForgottenBecause) => void = () => {},
): VisitMemory<Visit> {
  const products = new Map<string, ProductVisits<Visit>>()
  /** Bytes by account. */
  const accounts = new Map<string, number>()
  const productBytesMax = bytesMax * PRODUCT_SHARE
  const forgotten = { network: 0, product: 0, total: 0 }
  let bytes = 0
  let size = 0

  function ownerOf(product: string): ProductVisits<Visit> {
    const known = products.get(product)
    if (known) return known
    const made: ProductVisits<Visit> = { account: product, visits: new Map(), perNetwork: new Map(), bytes: 0 }
    products.set(product, made)
    return made
  }

  function grow(owner: ProductVisits<Visit>, by: number): void {
    owner.bytes += by
    bytes += by
    count(owner.account, by)
  }

  function count(account: string, by: number): void {
    const used = (accounts.get(account) ?? 0) + by
    if (used > 0) accounts.set(account, used)
    else accounts.delete(account)
  }

  function drop(owner: ProductVisits<Visit>, visit: Visit, because: ForgottenBecause): void {
    onForgotten(visit, because)
    owner.visits.delete(visit.slot)
    grow(owner, -visit.bytes)
    size--
    if (visit.network !== undefined) {
      const left = (owner.perNetwork.get(visit.network) ?? 0) - 1
      if (left > 0) owner.perNetwork.set(visit.network, left)
      else owner.perNetwork.delete(visit.network)
    }
  }

  function add(owner: ProductVisits<Visit>, visit: Visit): void {
    owner.visits.set(visit.slot, visit)
    grow(owner, visit.bytes)
    size++
    if (visit.network === undefined) return
    const ofNetwork = (owner.perNetwork.get(visit.network) ?? 0) + 1
    owner.perNetwork.set(visit.network, ofNetwork)
    if (ofNetwork > NETWORK_VISITS_MAX) evictFromNetwork(owner, visit.network)
  }

  /** An eighth at a time, because finding the visits of a network means scanning those of the product. */
  function evictFromNetwork(owner: ProductVisits<Visit>, network: string): void {
    let excess = NETWORK_VISITS_MAX / 8
    for (const visit of owner.visits.values()) {
      if (visit.network !== network) continue
      drop(owner, visit, 'limit')
      forgotten.network++
      if (--excess <= 0) return
    }
  }

  function evictOldest(owner: ProductVisits<Visit>, bytesLeft: number, bound: 'product' | 'total'): void {
    for (const visit of owner.visits.values()) {
      if (owner.bytes <= bytesLeft) return
      drop(owner, visit, 'limit')
      forgotten[bound]++
    }
  }

  /** A little more than needed, because finding the largest product means scanning all. */
  function evictFromLargest(): void {
    const target = bytesMax - bytesMax / 64
    while (bytes > target) {
      const [account] = [...accounts].reduce((most, next) => (next[1] > most[1] ? next : most))
      const own = [...products.values()].filter((owner) => owner.account === account)
      const largest = own.reduce((most, owner) => (owner.bytes > most.bytes ? owner : most))
      evictOldest(largest, largest.bytes - Math.min(bytes - target, largest.bytes / 8), 'total')
    }
  }

  return {
    assign(product, account) {
      const owner = ownerOf(product)
      if (owner.account === account) return
      count(owner.account, -owner.bytes)
      owner.account = account
      count(account, owner.bytes)
    },
    find: (product, slot) => products.get(product)?.visits.get(slot),
    put(visit) {
      const owner = ownerOf(visit.product)
      const known = owner.visits.get(visit.slot)
      if (known === visit) {
        owner.visits.delete(visit.slot)
        owner.visits.set(visit.slot, visit)
        return
      }
      if (known) drop(owner, known, 'over')
      add(owner, visit)
      if (owner.bytes > productBytesMax) evictOldest(owner, productBytesMax, 'product')
      if (bytes > bytesMax) evictFromLargest()
    },
    remove(visit) {
      const owner = products.get(visit.product)
      if (owner?.visits.get(visit.slot) === visit) drop(owner, visit, 'removed')
    },
    sweep(isOver) {
      for (const [product, owner] of products) {
        for (const visit of owner.visits.values()) {
          if (!isOver(visit)) break
          drop(owner, visit, 'over')
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
