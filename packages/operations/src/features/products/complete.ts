import type {
  AccountId,
  PagePosition,
  ProductId,
  ProductSelection,
  ProductWithRole,
  Store,
} from '@footfall/core-domain'
import { z } from 'zod'
import { defineInternalRead } from '../../definition/index.ts'

const VALUES_MAX = 100
/** Of one page of the list that is searched. */
const PAGE = 200
/** More values than this help no one who is typing. */
const SEARCHED_MAX = 2000

/** Values for an argument that names a product, the oldest product first, and how many there are. */
export const ProductCompletion = z.object({ values: z.array(z.string()), total: z.int() })

/**
 * Completes an argument that names a product: by ids, or by whatever a product may be named with, which is what was begun.
 * Every value names one product.
 */
export const completeProducts = defineInternalRead({
  // It returns what the list returns, so it belongs to the same toolset, which follows from the start of its name.
  name: 'service_products_list_names',
  scope: 'products:read',
  product: 'none',
  role: null,
  query: { typed: z.string(), by: z.enum(['id', 'any']) },
  output: ProductCompletion,
  async run({ store, account, principal }, { typed, by }) {
    const products = await visibleProducts(store, account, principal.selection)
    const namings = await namingsOf(products, store)
    const values = completions(namings, typed, by)
    return { data: { values: values.slice(0, VALUES_MAX), total: values.length } }
  },
})

/** The texts that name a product. */
interface Naming {
  readonly id: ProductId
  /** Its name, hostnames and id, in the order in which a person prefers them. */
  readonly texts: readonly string[]
}

async function visibleProducts(
  store: Store,
  account: AccountId,
  selection: ProductSelection,
  after?: PagePosition,
  before: readonly ProductWithRole[] = [],
): Promise<readonly ProductWithRole[]> {
  const page = await store.products.listFor(account, selection, { limit: PAGE, ...(after && { after }) })
  const products = [...before, ...page.rows]
  if (page.next === undefined || products.length >= SEARCHED_MAX) return products
  return visibleProducts(store, account, selection, page.next, products)
}

async function namingsOf(products: readonly ProductWithRole[], store: Store): Promise<readonly Naming[]> {
  const domains = await store.settings.getEach(
    products.map(({ id }) => id),
    'domains',
  )
  return products.map(({ id, name }) => {
    const hostnames = domains.get(id)?.domains.map(({ hostname }) => hostname) ?? []
    return { id, texts: [name, ...hostnames, id] }
  })
}

function completions(namings: readonly Naming[], typed: string, by: 'id' | 'any'): readonly string[] {
  const begun = folded(typed)
  const counts = new Map<string, number>()
  for (const { texts } of namings) {
    for (const text of new Set(texts.map(folded))) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return namings.flatMap(({ id, texts }) => {
    const found = texts.find((text) => folded(text).startsWith(begun))
    if (found === undefined) return []
    // A name that several products have names none of them.
    return [by === 'any' && counts.get(folded(found)) === 1 ? found : id]
  })
}

const folded = (text: string) => text.toLowerCase()
