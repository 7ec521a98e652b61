/** A set of 64-bit ids, each of two halves. Eight bytes an id, a tenth of what a set of texts takes. */
export interface IdSet {
  /** False where the id was there before. */
  add(high: number, low: number): boolean
  has(high: number, low: number): boolean
}

const FULL = 0.6

export function idSet(): IdSet {
  let table = new Uint32Array(2 * 1024)
  let size = 0

  /** The slot of an id, or the free one where it belongs. No id is 0. */
  function slotOf(high: number, low: number): number {
    const slots = table.length / 2
    let slot = low & (slots - 1)
    for (;;) {
      const at = 2 * slot
      if (table[at] === high && table[at + 1] === low) return at
      if (table[at] === 0 && table[at + 1] === 0) return at
      slot = (slot + 1) & (slots - 1)
    }
  }

  function grow(): void {
    const old = table
    table = new Uint32Array(old.length * 2)
    for (let at = 0; at < old.length; at += 2) {
      const high = old[at] ?? 0
      const low = old[at + 1] ?? 0
      if (high === 0 && low === 0) continue
      const slot = slotOf(high, low)
      table[slot] = high
      table[slot + 1] = low
    }
  }

  return {
    add(high, low) {
      const slot = slotOf(high, low)
      if (table[slot] !== 0 || table[slot + 1] !== 0) return false
      table[slot] = high
      table[slot + 1] = low
      size++
      if (size > (table.length / 2) * FULL) grow()
      return true
    },
    has(high, low) {
      const slot = slotOf(high, low)
      return table[slot] !== 0 || table[slot + 1] !== 0
    },
  }
}
