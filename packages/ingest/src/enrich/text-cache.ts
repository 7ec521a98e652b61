import { ownCopy, textBytes } from './text.ts'

interface Entry<Value> {
  readonly key: string
  readonly value: Value
  readonly bytes: number
}

/** A slot of a map, its entry, and room for growth of the map. */
const ENTRY_BYTES = 160
const OBJECT_BYTES = 32
const FIELD_BYTES = 8

/**
 * Keeps the answers of a pure function for the texts seen last, within `bytesMax` bytes. Keys and answers are copied,
 * so nothing that a client sent is kept alive beyond what is counted here.
 *
 * Two generations instead of an order of use: when the young one has half of the bytes it becomes the old one, and the
 * one before it is dropped. An entry that is asked for again moves to the young generation. A hit costs one look-up.
 */
export function cacheByText<Value>(bytesMax: number, compute: (key: string) => Value): (key: string) => Value {
  let young = new Map<string, Entry<Value>>()
  let old = new Map<string, Entry<Value>>()
  let youngBytes = 0

  function keep(entry: Entry<Value>): Value {
    if (entry.bytes > bytesMax / 2) return entry.value
    if (youngBytes + entry.bytes > bytesMax / 2) {
      old = young
      young = new Map()
      youngBytes = 0
    }
    young.set(entry.key, entry)
    youngBytes += entry.bytes
    return entry.value
  }

  return (text) => {
    const hit = young.get(text)
    if (hit) return hit.value
    const known = old.get(text)
    if (known) return keep(known)
    const key = ownCopy(text)
    const value = copied(compute(key))
    return keep({ key, value, bytes: ENTRY_BYTES + textBytes(key) + bytesOf(value) })
  }
}

/** A copy of a plain value that shares no text with anything else. */
function copied<Value>(value: Value): Value
function copied(value: unknown): unknown {
  if (typeof value === 'string') return ownCopy(value)
  if (!isPlainObject(value)) return value
  const copy: Record<string, unknown> = { ...value }
  for (const [name, field] of Object.entries(value)) copy[name] = copied(field)
  return copy
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return textBytes(value)
  if (ArrayBuffer.isView(value)) return OBJECT_BYTES + value.byteLength
  if (!isPlainObject(value)) return FIELD_BYTES
  return Object.values(value).reduce<number>((sum, field) => sum + FIELD_BYTES + bytesOf(field), OBJECT_BYTES)
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
