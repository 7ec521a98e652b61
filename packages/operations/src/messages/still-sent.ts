import type { AccountId, DeliverySource, ProductId, Store, StoredTarget } from '@footfall/core-domain'
import { firstNames } from '../warnings/first-names.ts'

type Reading = Pick<Store, 'scheduledReports' | 'alerts' | 'emailOptOuts' | 'accounts'>

/**
 * What a preview says of the reports and alerts of a product that are still sent to the address of a member who leaves.
 * Empty if there are none.
 */
export async function stillSentWarnings(
  store: Reading,
  product: ProductId,
  address: string,
): Promise<readonly string[]> {
  const names = await sentTo(store, product, address)
  if (names.length === 0) return []
  return [`Still sent to ${address}: ${firstNames(names)}. To end that, remove the address there.`]
}

/** The same for a person who deletes their account, who may not see the names. */
export async function stillSentToAccount(store: Reading, account: AccountId, address: string): Promise<number> {
  let count = 0
  for (const { product } of await store.accounts.memberships(account, { mode: 'all' }))
    count += (await sentTo(store, product, address)).length
  return count
}

/** Such as `the report “Weekly”`, the oldest first. An address that unsubscribed gets nothing. */
async function sentTo(store: Reading, product: ProductId, address: string): Promise<readonly string[]> {
  const [reports, alerts] = await Promise.all([store.scheduledReports.list({ product }), store.alerts.list(product)])
  const sources = [
    ...reports.map(({ id, name, target }) => ({ id, target, called: `the report “${name}”` })),
    ...alerts.map(({ id, name, target }) => ({ id, target, called: `the alert “${name}”` })),
  ]
  const names: string[] = []
  for (const { id, target, called } of sources) if (await reaches(store, id, target, address)) names.push(called)
  return names
}

async function reaches(store: Reading, source: DeliverySource, target: StoredTarget, address: string) {
  if (target.kind !== 'email' || !target.addresses.includes(address)) return false
  return !(await store.emailOptOuts.among(source, [address])).has(address)
}
