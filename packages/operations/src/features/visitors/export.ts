import { pseudonymsOf, VisitorName } from '@footfall/core-domain'
import { defineDownload } from '../../definition/download.ts'

export const exportVisitor = defineDownload({
  name: 'dashboard_visitors_export',
  path: '/api/v1/products/{product}/visitors/export',
  title: 'Export a visitor',
  activity: 'Visitor exported',
  description:
    'Returns a file with every event of the visits of an identified visitor, as NDJSON with the field names of `footfall import`; empty if nothing is stored. `visitor` is the name that the site gives to `identify`; nothing keeps it.',
  scope: 'analytics:read',
  role: 'admin',
  body: { visitor: VisitorName },
  async run({ store, share, product, exports, signal }, { visitor }) {
    const visitors = pseudonymsOf(product.id, await store.visitorKeys.find(product.id), visitor)
    return {
      filename: `${product.id}-visitor.ndjson`,
      contentType: 'application/x-ndjson',
      // Without the name, which the audit log would keep.
      summary: `Export the events of a visitor of “${product.name}”.`,
      body: exports.visitor(product.id, visitors, { share, signal }),
    }
  },
})
