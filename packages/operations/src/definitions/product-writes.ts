import {
  CredentialNotAccepted,
  Product,
  ProductName,
  QuotaExceeded,
  TimeZone,
  timestamp,
  UTC,
} from '@footfall/core-domain'
import { selectionProblem } from '@footfall/scopes-policy'
import { z } from 'zod'
import { defineAccountWrite, defineProductWrite } from '../definition/operation.ts'
import { created, diff } from '../definition/plan.ts'
import { HostnameInput } from '../hostname.ts'
import { assertRevision, revisionField } from '../revision.ts'

export const createProduct = defineAccountWrite({
  name: 'service_products_create',
  method: 'POST',
  path: '/api/v1/products',
  title: 'Create a product',
  description:
    'Creates a product (a tracked site or app). The account becomes its owner. With `domain` the hostname is registered as its primary one.',
  body: z.strictObject({
    name: ProductName,
    timezone: TimeZone.default(UTC).meta({ description: 'IANA zone in which its days are cut.' }),
    domain: HostnameInput.optional(),
  }),
  output: Product,
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
      async commit() {
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

export const updateProduct = defineProductWrite({
  name: 'service_products_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}',
  title: 'Rename a product',
  description: 'Sets the name of a product. Nothing that was counted changes.',
  body: z.strictObject({ name: ProductName, ...revisionField }),
  output: Product,
  async plan({ store, product, clock }, { name, revision }) {
    assertRevision(product, revision)
    return {
      summary: `Rename “${product.name}” to “${name}”.`,
      changes: diff({ name: product.name }, { name }),
      revision: product.revision,
      async commit() {
        const updated_at = timestamp(clock.now())
        await store.products.rename(product.id, name, updated_at)
        return { result: { ...product, name, updated_at, revision: product.revision + 1 }, subject: product.id }
      },
    }
  },
})
