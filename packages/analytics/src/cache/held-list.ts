/** Numbers by key, of some closed days together: the value at a place is that of the key at the place. */
export interface HeldBlock {
  /** Numbers of keys, as `HeldList` gives them out. */
  readonly keys: Uint32Array
  /** One array for each of the numbers that were asked for, in their order. */
  readonly numbers: readonly (Uint32Array | Float64Array)[]
}

/** Of a block with so many keys that the engine adds them up better. */
export const TOO_LARGE = 'too large'

/** The blocks of one list of dimensions. */
export interface HeldList {
  /** Undefined where a place is not held, or of days in other versions. */
  block(place: string, versions: string): HeldBlock | typeof TOO_LARGE | undefined
  /** Replaces what is held at a place. */
  hold(place: string, versions: string, block: HeldBlock | typeof TOO_LARGE): void
  /** The number of a key, which gets one if it has none. */
  intern(key: string): number
  /** Undefined for a key of no block. */
  numberOf(key: string): number | undefined
  keyOf(number: number): string
  /** How many keys have a number. */
  readonly keys: number
  /** Estimated. */
  readonly bytes: number
}

interface Held {
  readonly versions: string
  readonly block: HeldBlock | typeof TOO_LARGE
  readonly bytes: number
}

/** Of a key in addition to its text, in the map and in the list. */
const BYTES_OF_KEY = 90
const BYTES_OF_BLOCK = 400

export function heldList(): HeldList {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  const blocks = new Map<string, Held>()
  let bytes = BYTES_OF_BLOCK

  return {
    block(place, versions) {
      const held = blocks.get(place)
      return held?.versions === versions ? held.block : undefined
    },

    hold(place, versions, block) {
      bytes -= blocks.get(place)?.bytes ?? 0
      const held = { versions, block, bytes: BYTES_OF_BLOCK + place.length + versions.length + bytesOf(block) }
      blocks.set(place, held)
      bytes += held.bytes
    },

    intern(key) {
      const known = numbers.get(key)
      if (known !== undefined) return known
      const number = texts.push(key) - 1
      numbers.set(key, number)
      bytes += BYTES_OF_KEY + 2 * key.length
      return number
    },

    numberOf: (key) => numbers.get(key),
    keyOf: (number) => texts[number] ?? '',
    get keys() {
      return texts.length
    },
    get bytes() {
      return bytes
    },
  }
}

function bytesOf(block: Held['block']): number {
  if (block === TOO_LARGE) return 0
  return block.numbers.reduce((sum, { byteLength }) => sum + byteLength, block.keys.byteLength)
}
