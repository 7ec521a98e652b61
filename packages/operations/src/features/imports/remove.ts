import { type ImportRecord, timestamp } from '@footfall/core-domain'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { formatCount } from '../../warnings/impact.ts'
import { foundImport, ImportView, importParams, importView, keptNow } from './import.ts'

export const removeImport = defineWrite({
  name: 'dashboard_imports_remove',
  method: 'DELETE',
  path: '/api/v1/products/{product}/imports/{import}',
  title: 'Remove an import',
  activity: 'Import removed',
  description:
    'Deletes all that an import brought, and nothing else, within moments. The same file may be imported again afterwards.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  params: importParams,
  output: ImportView,
  destructive: true,
  examples: [{ path: { import: 'complete import' } }],
  async plan(call, { import: id }) {
    const record = await foundImport(call, id)
    const status = nextStatus(record)
    const changed = status !== record.status
    return {
      summary: `Remove the import of “${record.file_name}” from “${call.product.name}”.`,
      changes: changed ? [{ path: 'status', from: record.status, to: status }] : [],
      revision: null,
      warnings: async () =>
        changed && record.rows > 0 && record.status !== 'uploaded'
          ? [`Rows that are deleted: ${formatCount(record.rows)}.`]
          : [],
      async commit({ store }) {
        const result = { ...record, status, updated_at: timestamp(call.clock.now()) }
        if (changed) await store.imports.put(result)
        return { result: importView(result, await keptNow({ ...call, store })), subject: id }
      },
    }
  },
})

/** Nothing of a file that was only uploaded is stored; the service deletes the file. */
function nextStatus({ status }: ImportRecord): ImportRecord['status'] {
  switch (status) {
    case 'uploaded':
    case 'removed':
      return 'removed'
    case 'running':
    case 'complete':
    case 'failed':
    case 'removing':
      return 'removing'
  }
}
