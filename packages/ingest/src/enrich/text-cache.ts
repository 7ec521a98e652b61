import { ownCopy, textBytes } from './text.ts'

/** Bookkeeping of the cache for one entry. */
const ENTRY_BYTES = 120
const OBJECT_BYTES = 32
const FIELD_BYTES = 8

interface Entry<Value> {
  readonly value: Value
  readonly bytes: number
}

/**
 * Caches the results of a pure function by text, within `bytesMax` bytes. Keys and results are copied, so a cached
 * substring does not keep the whole request text in memory.
 *
 * Entries are in two generations of half the bytes each. When the younger is full it becomes the older, whose entries
 * are dropped; an entry that is used in between moves to the younger. So about the least recently used are dropped, and
 * a hit costs one lookup without bookkeeping.
 */
export function cacheByText<Value>(bytesMax: number, compute: (key: string) => Value): (key: string) => Value {
  const generationBytesMax = bytesMax / 2
  let young = new Map<string, Entry<Value>>()
  let old = new Map<string, Entry<Value>>()
  let youngBytes = 0

  const keep = (key: string, entry: Entry<Value>) => {
    if (entry.bytes > generationBytesMax) return
    if (youngBytes + entry.bytes > generationBytesMax) {
      old = young
      young = new Map()
      youngBytes = 0
    }
    young.set(key, entry)
    youngBytes += entry.bytes
  }

  return (text) => {
    const hit = young.get(text)
    if (hit !== undefined) return hit.value
    const older = old.get(text)
    if (older !== undefined) {
      // Under a copy of the text, since the key of the older generation is dropped with it.
      keep(ownCopy(text), older)
      return older.value
    }
    const key = ownCopy(text)
    const value = copied(compute(key))
    keep(key, { value, bytes: ENTRY_BYTES + textBytes(key) + bytesOf(value) })
    return value
  }
}

/** A copy of a plain value whose texts are copied too. */
function copied<Value>(value: Value): Value
function copied(value: unknown): unknown {
  if (typeof value === 'string') return ownCopy(value)
  if (!isPlainObject(value)) return value
  const copy: Record<string, unknown> = { ...value }
  for (const name in copy) copy[name] = copied(copy[name])
  return copy
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return textBytes(value)
  if (ArrayBuffer.isView(value)) return OBJECT_BYTES + value.byteLength
  if (!isPlainObject(value)) return FIELD_BYTES
  let bytes = OBJECT_BYTES
  for (const name in value) bytes += FIELD_BYTES + bytesOf(value[name])
  return bytes
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
