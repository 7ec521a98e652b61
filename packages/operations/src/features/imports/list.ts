import { z } from 'zod'
import { defineRead, listed, PEOPLE_ONLY, pagingQuery } from '../../definition/index.ts'
import { ImportView, importView, keptNow } from './import.ts'

export const listImports = defineRead({
  name: 'dashboard_imports_list',
  path: '/api/v1/products/{product}/imports',
  title: 'List imports',
  description: 'Lists the imports into a product, oldest first, failed and removed ones included.',
  scope: 'settings:read',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  query: pagingQuery,
  output: z.array(ImportView),
  paged: true,
  run: (call, input) =>
    listed(input, async (request) => {
      const { rows, next } = await call.store.imports.list(call.product.id, request)
      const kept = await keptNow(call)
      return { rows: rows.map((record) => importView(record, kept)), next }
    }),
})
