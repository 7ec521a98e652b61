import { ProductName, ProductWithRole, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { assertRevision, defineWrite, revisionField, updated } from '../../definition/index.ts'
import { productNameWarnings } from '../../warnings/names.ts'

export const updateProduct = defineWrite({
  name: 'service_products_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}',
  title: 'Rename a product',
  activity: 'Product changed',
  description: 'Sets the name of a product. Its statistics do not change.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  errors: ['revision_conflict'],
  body: z.strictObject({ name: ProductName.meta({ description: 'The new name.' }), ...revisionField }),
  output: ProductWithRole,
  examples: [{ body: { name: 'Renamed' } }, { body: { name: 'Renamed again' } }],
  async plan(call, { name, revision }) {
    const { product, clock } = call
    assertRevision(product, revision)
    return {
      summary: `Rename “${product.name}” to “${name}”.`,
      ...updated({ name: product.name }, { name }),
      revision: product.revision,
      warnings: () => productNameWarnings(call, name, product.id),
      async commit({ store }) {
        const updated_at = timestamp(clock.now())
        await store.products.rename(product.id, name, updated_at)
        return { result: { ...product, name, updated_at, revision: product.revision + 1 }, subject: product.id }
      },
    }
  },
})
