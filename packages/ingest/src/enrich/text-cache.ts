import { LRUCache } from 'lru-cache'
import { ownCopy, textBytes } from './text.ts'

/** Bookkeeping of the cache for one entry. */
const ENTRY_BYTES = 160
const OBJECT_BYTES = 32
const FIELD_BYTES = 8

/**
 * Caches the results of a pure function by text, the least recently used dropped first, within `bytesMax` bytes. Keys and
 * results are copied, so a cached substring does not keep the whole request text in memory.
 */
export function cacheByText<Value>(bytesMax: number, compute: (key: string) => Value): (key: string) => Value {
  // Wrapped, because `undefined` is a result as well.
  const cache = new LRUCache<string, { readonly value: Value }>({
    maxSize: bytesMax,
    sizeCalculation: ({ value }, key) => ENTRY_BYTES + textBytes(key) + bytesOf(value),
  })
  return (text) => {
    const hit = cache.get(text)
    if (hit !== undefined) return hit.value
    const key = ownCopy(text)
    const value = copied(compute(key))
    cache.set(key, { value })
    return value
  }
}

/** A copy of a plain value whose texts are copied too. */
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
