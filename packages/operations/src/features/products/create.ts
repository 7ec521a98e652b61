import { CredentialNotAccepted, ProductWithRole, QuotaExceeded } from '@footfall/core-domain'
import { selectionProblem } from '@footfall/scopes-policy'
import { created, defineWrite } from '../../definition/index.ts'
import { domainTakenWarnings } from '../../warnings/domain-taken.ts'
import { productNameWarnings } from '../../warnings/names.ts'
import { insertProduct, NewProduct } from './insert-product.ts'

export const createProduct = defineWrite({
  name: 'service_products_create',
  method: 'POST',
  path: '/api/v1/products',
  title: 'Create a product',
  activity: 'Product created',
  description:
    'Creates a product (a tracked site or app). The account becomes its owner. With `domain`, that hostname becomes its primary domain.',
  scope: 'products:write',
  product: 'none',
  role: null,
  errors: ['quota_exceeded'],
  body: NewProduct,
  output: ProductWithRole,
  creates: true,
  examples: [{ body: { name: 'New', domain: 'Bücher.example' } }, { body: { name: 'Newer' } }],
  async plan(call, { name, timezone, domain }) {
    const { store, account, principal, ids, clock, quotas } = call
    const problem = selectionProblem(principal.scopes, principal.selection)
    if (problem !== undefined) throw new CredentialNotAccepted(`The token’s product selection ${problem}.`)
    if ((await store.products.countOwnedBy(account)) >= quotas.products)
      throw new QuotaExceeded('products', quotas.products)
    return {
      summary: `Create the product “${name}”${domain === undefined ? '' : ` for ${domain}`}, in the time zone ${timezone}.`,
      changes: created({ name, timezone, domain }),
      revision: null,
      // The name may be the domain, of which both warn.
      warnings: async () => [
        ...new Set([
          ...(await productNameWarnings(call, name)),
          ...(await domainTakenWarnings(call, domain === undefined ? [] : [domain])),
        ]),
      ],
      async commit({ store }) {
        const product = await insertProduct({ name, timezone, domain }, account, { store, clock, ids })
        return { result: { ...product, role: 'owner' as const }, subject: product.id }
      },
    }
  },
})
