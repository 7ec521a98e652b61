import {
  InvalidRequest,
  ProductId,
  randomId,
  ServiceUnavailable,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { z } from 'zod'
import { assertDailyLimit } from '../../audit/daily-limit.ts'
import { defineWrite, PEOPLE_ONLY, type ProductWriteCall } from '../../definition/index.ts'
import { reportScope } from '../../inputs/report-input.ts'
import { affectedCounts } from '../../warnings/impact.ts'

const OPERATION = 'dashboard_products_delete'
/** Data of a deleted product may arrive late, so its deletion is repeated for years. */
const DELETIONS_PER_DAY = 100

export const deleteProduct = defineWrite({
  name: OPERATION,
  method: 'DELETE',
  path: '/api/v1/products/{product}',
  title: 'Delete a product',
  activity: 'Product deleted',
  description:
    'Deletes a product with its settings, keys, members and all collected events. This cannot be undone. `name` must be the name of the product, as confirmation.',
  scope: 'settings:write',
  product: 'path',
  role: 'owner',
  allowedPrincipals: PEOPLE_ONLY,
  body: z.strictObject({ name: z.string() }),
  output: z.object({ id: ProductId, deleted: z.literal(true) }),
  destructive: true,
  recentSignIn: true,
  examples: [{ body: { name: 'Example' } }],
  async plan(call, { name }) {
    const { product, clock } = call
    await assertDailyLimit(
      call,
      OPERATION,
      DELETIONS_PER_DAY,
      `An account can delete ${DELETIONS_PER_DAY} products in 24 hours.`,
    )
    if (name.trim() !== product.name)
      throw new InvalidRequest([{ path: 'name', message: `must be the name of the product, ${product.name}` }])
    return {
      summary: `Delete “${product.name}” and everything that was collected for it, for good.`,
      changes: [{ path: 'name', from: product.name, to: null }],
      revision: product.revision,
      warnings: () => impactOf(call),
      async commit({ store }) {
        await enqueueProviderCleanup(store, call)
        await store.products.remove(product.id)
        await store.productPurges.enqueue(product.id, timestamp(clock.now()))
        return { result: { id: product.id, deleted: true as const }, subject: product.id }
      },
    }
  },
})

/** Access to an outside provider is revoked; its data is deleted with all other data. */
async function enqueueProviderCleanup(
  store: WritableStore,
  { product, clock, random }: ProductWriteCall,
): Promise<void> {
  const connection = await store.integrations.connection(product.id, 'google_search_console')
  if (connection === undefined) return
  const { provider, refresh_token } = connection
  const id = randomId(random, 'lft')
  const created_at = timestamp(clock.now())
  await store.integrations.enqueueCleanup({ id, product: product.id, provider, refresh_token, rows: false, created_at })
}

async function impactOf(call: ProductWriteCall): Promise<readonly string[]> {
  const { store, product } = call
  const [events, keys, members, tokens, reports, alerts] = await Promise.all([
    eventsOf(call),
    store.productKeys.count(product.id),
    store.members.count(product.id),
    store.products.countTokensSelecting(product.id),
    store.scheduledReports.count({ product: product.id }),
    store.alerts.count(product.id),
  ])
  return [
    ...(events === undefined ? ['How many events are lost could not be counted just now.'] : []),
    ...affectedCounts({
      'Events that are deleted': events ?? 0,
      'Active keys that stop working': keys,
      'Members who lose access, including those invited': members,
      'Access tokens that lose access to it': tokens,
      'Reports and alerts that are no longer sent': reports + alerts,
    }),
  ]
}

async function eventsOf(call: ProductWriteCall): Promise<number | undefined> {
  try {
    return (await call.reports().evidence(await reportScope(call, undefined))).events
  } catch (error) {
    if (error instanceof ServiceUnavailable) return undefined
    throw error
  }
}
