import { hash } from 'node:crypto'
import { cacheByText } from '../enrich/text-cache.ts'

/** The names that visitors bring: of custom events and of properties, and titles of pages. */
export const NAME_KINDS = ['event', 'property', 'title'] as const
export type NameKind = (typeof NAME_KINDS)[number]

/** The limits of one product; the least recently used names are removed first. */
export const KNOWN_NAMES_MAX: Readonly<Record<NameKind, number>> = { event: 2_000, property: 2_000, title: 20_000 }

/** Hashes of names: a set of limited size, whatever the length of the names. */
export interface KnownNames {
  has(name: string): boolean
  add(name: string): void
  readonly size: number
}

/** In two generations of half the size: a name that is used moves into the younger one. */
export function knownNames(max: number): KnownNames {
  let young = new Set<string>()
  let old = new Set<string>()

  function put(key: string): void {
    if (young.size >= max / 2) {
      old = young
      young = new Set()
    }
    young.add(key)
  }

  return {
    has(name) {
      const key = keyOf(name)
      if (young.has(key)) return true
      if (!old.has(key)) return false
      put(key)
      return true
    },
    add: (name) => put(keyOf(name)),
    get size() {
      return young.size + old.size
    },
  }
}

/** Some five thousand names that recur. */
const CACHE_BYTES_MAX = 1024 ** 2

/** Of a cryptographic hash, so that nobody can find an invented name with the hash of a known one. */
const keyOf = cacheByText(CACHE_BYTES_MAX, (name) => hash('sha256', name, 'base64url').slice(0, 14))
