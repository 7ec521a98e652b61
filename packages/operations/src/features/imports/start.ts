import { beyondRetentionText, InvalidRequest, timestamp } from '@footfall/core-domain'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { formatCount } from '../../warnings/impact.ts'
import { foundImport, ImportView, importParams, importView, keptNow } from './import.ts'

export const startImport = defineWrite({
  name: 'dashboard_imports_start',
  method: 'POST',
  path: '/api/v1/products/{product}/imports/{import}/start',
  title: 'Start an import',
  activity: 'Import started',
  description: 'Imports the uploaded file. The list says how far it is.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  params: importParams,
  output: ImportView,
  errors: ['already_exists'],
  examples: [{ path: { import: 'uploaded import' } }],
  async plan(call, { import: id }) {
    const record = await foundImport(call, id)
    if (record.status !== 'uploaded')
      throw new InvalidRequest([{ path: 'import', message: 'was started before; upload the file again' }])
    return {
      summary: `Import ${formatCount(record.rows)} rows of “${record.file_name}” into “${call.product.name}”.`,
      changes: [{ path: 'status', from: record.status, to: 'running' }],
      revision: null,
      async warnings() {
        const { beyond_retention } = importView(record, await keptNow(call))
        return beyond_retention === null ? [] : [beyondRetentionText(beyond_retention, 'before')]
      },
      async commit({ store }) {
        const started = { ...record, status: 'running' as const, updated_at: timestamp(call.clock.now()) }
        await store.imports.put(started)
        return { result: importView(started, await keptNow({ ...call, store })), subject: id }
      },
    }
  },
})
