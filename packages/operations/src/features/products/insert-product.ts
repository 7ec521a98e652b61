import {
  type AccountId,
  type Clock,
  type IdFactory,
  type Product,
  ProductName,
  TimeZone,
  timestamp,
  UTC,
  type WritableStore,
} from '@footfall/core-domain'
import { z } from 'zod'
import { HostnameInput } from '../../inputs/hostname.ts'

export const NewProduct = z.strictObject({
  name: ProductName.meta({ description: 'What people call it.' }),
  timezone: TimeZone.default(UTC).meta({ description: 'IANA time zone of its days.' }),
  domain: HostnameInput.optional().meta({ description: 'Its hostname, such as example.com.' }),
})

/** Inserts a product that the account owns, with the hostname as its primary domain. */
export async function insertProduct(
  { name, timezone, domain }: z.output<typeof NewProduct>,
  account: AccountId,
  { store, clock, ids }: { readonly store: WritableStore; readonly clock: Clock; readonly ids: IdFactory },
): Promise<Product> {
  const at = timestamp(clock.now())
  const id = ids.product()
  await store.products.insert({ id, name, timezone, created_at: at }, { member: ids.member(), account })
  if (domain !== undefined) {
    await store.settings.put(id, 'domains', { domains: [{ hostname: domain, primary: true }] }, at)
  }
  return { id, name, timezone, created_at: at, revision: 1, updated_at: at }
}
