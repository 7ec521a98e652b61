import type { ProductId } from '@footfall/core-domain'
import { fairCache } from './fair-cache.ts'
import { type HeldList, heldList } from './held-list.ts'

/**
 * The numbers of closed days that this process holds, so that a question about them needs nothing from the engine. They are valid by
 * the versions of their days, which every question learns anew. Only what was asked is held.
 */
export interface HeldDays {
  /** The numbers of a product by one list of dimensions, which may have been forgotten since they were last asked for. */
  list(product: ProductId, name: string): HeldList
  /** The numbers of the whole product, by its days. */
  totals(product: ProductId): HeldTotals
  /** To be called once the numbers of a product have become more: beyond the limit, those of the largest account are forgotten. */
  grown(product: ProductId, name: string): void
  /** Whether every replica that may be read has the numbers of the days up to a version, the newest of a product. */
  isSettled(product: ProductId, newest: string, nowMs: number): boolean
  /** Estimated. */
  readonly bytes: number
}

/** The numbers that are held for all accounts. */
export interface SharedHeldDays extends HeldDays {
  /** The same, for the account that owns the products that are asked about. Without one, each product counts by itself. */
  of(account: string | undefined): HeldDays
}

export interface HeldTotals {
  /** The numbers of a day in the order of the table's columns; undefined where they are not held in this version. */
  of(day: number, version: string): Float64Array | undefined
  hold(day: number, version: string, numbers: Float64Array): void
  readonly bytes: number
}

export interface HeldDaysOptions {
  readonly bytesMax?: number | undefined
  /** How long replicas that are read may lag; undefined where there is one. */
  readonly lagMs?: number | undefined
}

const MIB = 1024 ** 2
const BYTES_MAX = 64 * MIB
/** More lists than a product has dimensions, for a thousand products. */
const LISTS_MAX = 30_000
/** So that one list of many keys leaves room for others. */
const SHARE_OF_LIST = 0.5

type Held = { readonly of: 'keys'; readonly numbers: HeldList } | { readonly of: 'days'; readonly numbers: HeldTotals }

/** Beyond the limit, the account with the most loses its own, so that nobody gets a larger share by having more products. */
export function heldDays({ bytesMax = BYTES_MAX, lagMs }: HeldDaysOptions = {}): SharedHeldDays {
  const held = fairCache<Held>({ entriesMax: LISTS_MAX, bytesMax })
  const newestSeen = new Map<ProductId, { readonly version: string; readonly sinceMs: number }>()

  const of = (account: string | undefined): HeldDays => ({
    list(product, name) {
      const key = keyOf(product, name)
      const known = held.get(key)
      if (known?.of === 'keys' && known.numbers.bytes <= bytesMax * SHARE_OF_LIST) return known.numbers
      const numbers = heldList()
      held.set(account ?? product, key, { of: 'keys', numbers }, numbers.bytes)
      return numbers
    },

    totals(product) {
      const key = keyOf(product, '')
      const known = held.get(key)
      if (known?.of === 'days') return known.numbers
      const numbers = heldTotals()
      held.set(account ?? product, key, { of: 'days', numbers }, numbers.bytes)
      return numbers
    },

    grown(product, name) {
      const key = keyOf(product, name)
      const entry = held.get(key)
      if (entry !== undefined) held.set(account ?? product, key, entry, entry.numbers.bytes)
    },

    isSettled(product, version, nowMs) {
      if (lagMs === undefined) return true
      const seen = newestSeen.get(product)
      if (seen?.version !== version) newestSeen.set(product, { version, sinceMs: nowMs })
      return seen?.version === version && nowMs - seen.sinceMs >= lagMs
    },

    get bytes() {
      return held.bytes
    },
  })
  return Object.assign(of(undefined), { of })
}

function keyOf(product: ProductId, name: string): string {
  return `${product}\n${name}`
}

const BYTES_OF_DAY = 300

function heldTotals(): HeldTotals {
  const days = new Map<number, { readonly version: string; readonly numbers: Float64Array }>()
  return {
    of(day, version) {
      const found = days.get(day)
      return found?.version === version ? found.numbers : undefined
    },
    hold: (day, version, numbers) => void days.set(day, { version, numbers }),
    get bytes() {
      return BYTES_OF_DAY * (1 + days.size)
    },
  }
}
