import { createHash } from 'node:crypto'
import { MINUTE_MS } from '@footfall/core-domain'
import type { Address } from '../enrich/address.ts'

/** So many visits alike within a minute are a burst. */
export const BURST_VISITS = 10
/** Kinds of visits that are counted at once, of one product and of all: visitors make them up. */
const KINDS_MAX = 10_000
const PRODUCT_KINDS_MAX = 2_500

/** A new visit, by what makes it like others. */
export interface BegunVisit {
  readonly product: string
  /** Where it is found. */
  readonly slot: string
  readonly id: string
  readonly userAgent: string
  readonly width: number | undefined
  readonly address: Address | undefined
  readonly path: string
  readonly at: number
}
export type CountedVisit = Pick<BegunVisit, 'slot' | 'id'>

/** Visits that began within a minute, counted by what they have in common. */
export interface Bursts {
  /**
   * Counts a visit, and returns those of its kind that are now part of a burst: none where the minute before it had too few of them,
   * otherwise this one and those before it that were not part of one. `isPlain` says of a counted visit whether it still saw one page
   * without engagement.
   */
  count(visit: BegunVisit, isPlain: (counted: CountedVisit) => boolean): readonly CountedVisit[]
  /** Kinds that are counted now. */
  readonly size: number
}

interface Kind {
  readonly product: string
  /** The latest ones, fewer than a burst has. */
  visits: readonly (CountedVisit & { readonly at: number; readonly isOfBurst: boolean })[]
  lastAt: number
}

export function createBursts(): Bursts {
  /** In the order in which they were last seen. */
  const kinds = new Map<string, Kind>()
  const perProduct = new Map<string, number>()

  function forget(key: string, { product }: Kind): void {
    kinds.delete(key)
    const left = (perProduct.get(product) ?? 1) - 1
    if (left > 0) perProduct.set(product, left)
    else perProduct.delete(product)
  }

  function makeRoom(product: string, at: number): void {
    for (const [key, kind] of kinds) {
      if (at - kind.lastAt < MINUTE_MS) break
      forget(key, kind)
    }
    const isProductFull = (perProduct.get(product) ?? 0) >= PRODUCT_KINDS_MAX
    if (!isProductFull && kinds.size < KINDS_MAX) return
    for (const [key, kind] of kinds) {
      if (isProductFull && kind.product !== product) continue
      forget(key, kind)
      return
    }
  }

  function kindOf(visit: BegunVisit): Kind {
    const { product, at } = visit
    const key = keyOf(visit)
    const known = kinds.get(key)
    if (known === undefined) {
      makeRoom(product, at)
      perProduct.set(product, (perProduct.get(product) ?? 0) + 1)
    }
    const kind = known ?? { product, visits: [], lastAt: at }
    kind.lastAt = Math.max(kind.lastAt, at)
    kinds.delete(key)
    kinds.set(key, kind)
    return kind
  }

  return {
    count(visit, isPlain) {
      const kind = kindOf(visit)
      const { slot, id, at } = visit
      const before = kind.visits.filter((one) => Math.abs(at - one.at) < MINUTE_MS && isPlain(one))
      const isBurst = before.length + 1 >= BURST_VISITS
      const found = isBurst ? [...before.filter(({ isOfBurst }) => !isOfBurst), { slot, id }] : []
      const all = [...before, { slot, id, at, isOfBurst: false }]
      kind.visits = all.slice(1 - BURST_VISITS).map((one) => ({ ...one, isOfBurst: one.isOfBurst || isBurst }))
      return found.map((one) => ({ slot: one.slot, id: one.id }))
    },
    get size() {
      return kinds.size
    },
  }
}

function keyOf({ product, userAgent, width, address, path }: BegunVisit): string {
  const text = JSON.stringify([product, userAgent, width ?? null, networkOf(address), path])
  return createHash('sha256').update(text).digest('base64')
}

/** The network that a provider rents out: the first 24 bits of an IPv4 address, 48 of IPv6. */
function networkOf(address: Address | undefined): string {
  if (address === undefined) return ''
  const bytes = address.toByteArray()
  return bytes.slice(0, bytes.length === 4 ? 3 : 6).join('.')
}
