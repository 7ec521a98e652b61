import { setTimeout as delay } from 'node:timers/promises'
import {
  type CloseDaysOptions,
  closeDays,
  deleteOldVersions,
  type SeenDays,
  type UnclosedDays,
  unclosedDays,
} from '@footfall/analytics'
import { type Clock, NotFound, type Product, type RandomSource, type Store } from '@footfall/core-domain'
import { type Engine, releaseMemory } from '@footfall/warehouse'
import { z } from 'zod'
import type { OperatorRoutes } from '../operator-socket/serve-operator.ts'

/** The closed days of all products: closing them, and what is left to close. */
export interface Rollups {
  /** Closes what is due, one product after another, of the owning accounts in turn. */
  closeDue(signal?: AbortSignal): Promise<void>
  /** Closes the past days of a product, without waiting for their last visits. Throws `NotFound`. */
  closeImported(product: string): Promise<void>
  /** Closes every day anew, of one product or of all. Throws `NotFound`. */
  rebuild(product?: string, signal?: AbortSignal): Promise<readonly RebuiltProduct[]>
  /** Throws `NotFound`. */
  status(product?: string): Promise<readonly ProductDays[]>
  /** Counts the days of all products for `lastCounted`. */
  count(): Promise<void>
  /** The sums over all products; undefined before they were counted. */
  lastCounted(): UnclosedDays | undefined
}

const ProductDays = z.object({ product: z.string(), open: z.number(), dirty: z.number() })
export type ProductDays = z.infer<typeof ProductDays>

/** `closed`: how many days. */
const RebuiltProduct = z.object({ product: z.string(), closed: z.number() })
export type RebuiltProduct = z.infer<typeof RebuiltProduct>

/** What a running service answers to the routes below. */
export const RollupStatus = z.object({ products: z.array(ProductDays) })
export const RollupRebuild = z.object({ products: z.array(RebuiltProduct) })

export interface RollupsOptions {
  readonly store: Pick<Store, 'products'>
  readonly engine: Engine
  readonly clock: Clock
  readonly random: RandomSource
  /** Called for each product whose days changed. */
  readonly bump?: (product: Product['id']) => void
}

/** Longer than a replica that is read may lag. */
const SEEN_TWICE_MS = 6_000

export function createRollups({ store, engine, clock, random, bump }: RollupsOptions): Rollups {
  const seen: SeenDays = new Map()
  let counted: UnclosedDays | undefined

  const productsOf = async (product?: string) => {
    const all = await store.products.all()
    const chosen = product === undefined ? all : all.filter(({ id }) => id === product)
    if (product !== undefined && chosen.length === 0) throw new NotFound()
    return chosen
  }
  const rebuildProduct = async (product: Product, signal: AbortSignal | undefined) => {
    const closed = await close(product, { signal, isAnew: true })
    if (engine.cluster === undefined) return closed
    // On a cluster, a day is closed once it looked the same twice.
    await delay(SEEN_TWICE_MS)
    return closed + (await close(product, { signal, isAnew: true }))
  }
  const close = async ({ id, timezone }: Product, more: Pick<CloseDaysOptions, 'afterMs' | 'isAnew' | 'signal'>) => {
    const onWithdrawn = () => bump?.(id)
    const closed = await closeDays(engine, { product: id, timezone, clock, random, seen, onWithdrawn, ...more })
    if (closed === 0) return 0
    bump?.(id)
    await releaseMemory(engine)
    return closed
  }
  const status = async (product?: string) => {
    const days: ProductDays[] = []
    for (const { id } of await productsOf(product))
      days.push({ product: id, ...(await unclosedDays(engine, id, clock.now())) })
    return days
  }

  return {
    status,
    lastCounted: () => counted,
    async closeDue(signal) {
      for (const product of await store.products.inTurns()) {
        if (signal?.aborted) return
        await close(product, { signal })
        await deleteOldVersions(engine, product.id, clock)
      }
    },
    async count() {
      const days = await status()
      counted = {
        open: days.reduce((sum, { open }) => sum + open, 0),
        dirty: days.reduce((sum, { dirty }) => sum + dirty, 0),
      }
    },
    async closeImported(product) {
      for (const imported of await productsOf(product)) await close(imported, { afterMs: 0 })
    },
    async rebuild(product, signal) {
      const rebuilt: RebuiltProduct[] = []
      for (const chosen of await productsOf(product)) {
        if (signal?.aborted) break
        rebuilt.push({ product: chosen.id, closed: await rebuildProduct(chosen, signal) })
      }
      return rebuilt
    },
  }
}

/** What an operator may ask a running service about its rollups. */
export function rollupRoutes(rollups: Rollups): OperatorRoutes {
  return {
    'GET /rollups': async ({ query }) => ({ products: await rollups.status(query.get('product') ?? undefined) }),
    'POST /rollups/rebuild': async ({ query, signal }) => ({
      products: await rollups.rebuild(query.get('product') ?? undefined, signal),
    }),
  }
}
