import { ProductSummary, ProductWithRole, type Reports, type Store, SummaryPeriod } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, listed, pagingQuery } from '../../definition/index.ts'

const ListedProduct = ProductWithRole.extend({ summary: ProductSummary.optional() })
type ListedProduct = z.infer<typeof ListedProduct>

export const listProducts = defineRead({
  name: 'service_products_list',
  path: '/api/v1/products',
  title: 'List products',
  description:
    'Lists the products (tracked sites and apps) that this credential can see, oldest first, with the account’s role on each, and with `summary` the visitors of each.',
  scope: 'products:read',
  parameterScopes: { summary: 'analytics:read' },
  product: 'none',
  role: null,
  query: {
    summary: SummaryPeriod.optional().meta({
      description:
        'Adds the visitors of these last days, today included, and of as many days before. Needs analytics:read as well.',
    }),
    ...pagingQuery,
  },
  output: z.array(ListedProduct),
  paged: true,
  async run({ store, reports, account, principal }, { summary, ...input }) {
    const { data, page } = await listed(input, (request) =>
      store.products.listFor(account, principal.selection, request),
    )
    return { data: summary === undefined ? data : await withSummaries(data, summary, store, reports()), page }
  },
})

async function withSummaries(
  products: readonly ProductWithRole[],
  period: SummaryPeriod,
  store: Store,
  reports: Reports,
): Promise<ListedProduct[]> {
  const preferences = await store.settings.getEach(
    products.map(({ id }) => id),
    'preferences',
  )
  const scopes = products.flatMap(({ id: product, timezone }) => {
    const own = preferences.get(product)
    return own === undefined ? [] : [{ product, timezone, preferences: own }]
  })
  const summaries = await reports.summaries(scopes, period)
  return products.map((product) => {
    const summary = summaries.get(product.id)
    return summary === undefined ? product : { ...product, summary }
  })
}
