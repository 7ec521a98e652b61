/** The first 64 bits of a hash, as two whole numbers. */
export interface IdHash {
  readonly high: number
  readonly low: number
}

/** A set of hashes of 64 bits in eight bytes each, or up to twenty with the room that it keeps free. */
export interface IdTable {
  has(id: IdHash): boolean
  add(id: IdHash): void
  remove(id: IdHash): void
  readonly size: number
}

const CAPACITY_MIN = 4096
/** A fuller table is doubled. */
const LOAD_MAX = 0.65
/** `high` and `low` of a free place, and `low` of one whose hash was removed; no hash has a `high` of 0. */
const FREE = 0
const REMOVED = 1

/** The bytes of a secret by which a table orders its places. */
export const PLACE_SECRET_BYTES = 8

/**
 * The secret orders the places. Senders choose ids, and a sender who can compute their places can choose ids that all want the same one, which
 * makes the table slow.
 */
export function createIdTable(secret: Uint8Array): IdTable {
  const spread = spreadBy(secret)
  let capacity = CAPACITY_MIN
  let highs = new Uint32Array(capacity)
  let lows = new Uint32Array(capacity)
  let used = 0
  let size = 0

  /** The place of a hash, or the free one where it belongs. */
  function placeOf(high: number, low: number): number {
    let place = spread(high, low) >>> (Math.clz32(capacity) + 1)
    while (highs[place] !== high || lows[place] !== low) {
      if (highs[place] === FREE && lows[place] === FREE) return place
      place = (place + 1) & (capacity - 1)
    }
    return place
  }

  function grow(): void {
    const [oldHighs, oldLows] = [highs, lows]
    if (size > (capacity * LOAD_MAX) / 2) capacity *= 2
    highs = new Uint32Array(capacity)
    lows = new Uint32Array(capacity)
    used = size
    oldHighs.forEach((high, i) => {
      if (high !== FREE) put(high, oldLows[i] ?? 0)
    })
  }

  function put(high: number, low: number): boolean {
    const place = placeOf(high, low)
    if (highs[place] === high) return false
    highs[place] = high
    lows[place] = low
    return true
  }

  return {
    has: ({ high, low }) => highs[placeOf(high || 1, low)] !== FREE,
    add({ high, low }) {
      if (!put(high || 1, low)) return
      used++
      size++
      if (used > capacity * LOAD_MAX) grow()
    },
    remove({ high, low }) {
      const place = placeOf(high || 1, low)
      if (highs[place] === FREE) return
      highs[place] = FREE
      lows[place] = REMOVED
      size--
    },
    get size() {
      return size
    },
  }
}

/** 32 bits of a hash, of which the first are the most random: the multiply-shift of Dietzfelbinger et al., 1997, with a factor for each half. */
export function spreadBy(secret: Uint8Array): (high: number, low: number) => number {
  const factors = new DataView(secret.buffer, secret.byteOffset, PLACE_SECRET_BYTES)
  const [a, b] = [factors.getUint32(0) | 1, factors.getUint32(4) | 1]
  return (high, low) => (Math.imul(a, high) + Math.imul(b, low)) >>> 0
}
