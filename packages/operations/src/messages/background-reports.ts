import type { Analytics, ProductId, Reports, Store } from '@footfall/core-domain'

/** What reports need that nobody waits for, such as those of emails and alerts. */
export interface BackgroundReports {
  readonly store: Pick<Store, 'products'>
  readonly analytics: Pick<Analytics, 'forCaller'>
}

/**
 * Works with reports on one product that nobody waits for. They use the share of the account that owns the product, as the
 * reports of its people do, so that no account slows down those of others by many emails and alerts.
 */
export async function inBackground<T>(
  { store, analytics }: BackgroundReports,
  product: ProductId,
  work: (reports: Reports) => Promise<T>,
): Promise<T> {
  const account = (await store.products.findOwned(product))?.owner ?? product
  const asked = analytics.forCaller({ share: { account, person: 'service', credential: 'service' } })
  try {
    return await work(asked.reports)
  } finally {
    asked.end()
  }
}
