import { CredentialNotAccepted, ProductWithRole } from '@footfall/core-domain'
import { defineRead } from '../../definition/index.ts'

export const getProduct = defineRead({
  name: 'service_products_get',
  path: '/api/v1/products/{product}',
  title: 'Get a product',
  description: 'Returns a product: its name, time zone and revision, and the account’s role on it.',
  scope: 'products:read',
  product: 'path',
  role: 'viewer',
  output: ProductWithRole,
  async run({ product }) {
    if (product.role === undefined) throw new CredentialNotAccepted()
    return { data: product }
  },
})
