import {
  CredentialNotAccepted,
  ProductName,
  ProductWithRole,
  QuotaExceeded,
  TimeZone,
  timestamp,
  UTC,
} from '@footfall/core-domain'
import { selectionProblem } from '@footfall/scopes-policy'
import { z } from 'zod'
import { created, defineWrite } from '../../definition/index.ts'
import { HostnameInput } from '../../hostname.ts'

export const createProduct = defineWrite({
  name: 'service_products_create',
  method: 'POST',
  path: '/api/v1/products',
  title: 'Create a product',
  description:
    'Creates a product (a tracked site or app). The account becomes its owner. With `domain`, that hostname becomes its primary domain.',
  scope: 'products:write',
  product: 'none',
  role: null,
  errors: ['quota_exceeded'],
  body: z.strictObject({
    name: ProductName,
    timezone: TimeZone.default(UTC).meta({ description: 'IANA time zone of its days.' }),
    domain: HostnameInput.optional(),
  }),
  output: ProductWithRole,
  creates: true,
  async plan({ store, account, principal, ids, clock, quotas }, { name, timezone, domain }) {
    const problem = selectionProblem(principal.scopes, principal.selection)
    if (problem !== undefined) throw new CredentialNotAccepted(`The token’s product selection ${problem}.`)
    if ((await store.products.countOwnedBy(account)) >= quotas.products)
      throw new QuotaExceeded('products', quotas.products)
    return {
      summary: `Create the product “${name}”${domain === undefined ? '' : ` for ${domain}`}, in the time zone ${timezone}.`,
      changes: created({ name, timezone, domain }),
      revision: null,
      async commit({ store }) {
        const at = timestamp(clock.now())
        const id = ids.product()
        await store.products.insert({ id, name, timezone, created_at: at }, { member: ids.member(), account })
        if (domain !== undefined) {
          await store.settings.put(id, 'domains', { domains: [{ hostname: domain, primary: true }] }, at)
        }
        return {
          result: { id, name, timezone, role: 'owner' as const, created_at: at, revision: 1, updated_at: at },
          subject: id,
        }
      },
    }
  },
})
