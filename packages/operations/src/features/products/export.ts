import { EXPORT_FORMATS, type ExportFormat, LocalDate } from '@footfall/core-domain'
import { z } from 'zod'
import { defineDownload } from '../../definition/download.ts'
import { assertOrdered, reportScope } from '../../inputs/report-input.ts'

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
}

export const exportEvents = defineDownload({
  name: 'dashboard_export',
  path: '/api/v1/products/{product}/export',
  title: 'Export events',
  activity: 'Events exported',
  description: 'Returns a file with every collected event of a product, with the field names of `footfall import`.',
  scope: 'analytics:read',
  role: 'admin',
  query: {
    from: LocalDate.meta({ description: 'First day, YYYY-MM-DD, in the product’s time zone.' }),
    to: LocalDate.meta({ description: 'Last day, inclusive, YYYY-MM-DD.' }),
    format: z.enum(EXPORT_FORMATS),
  },
  async run(call, { from, to, format }) {
    assertOrdered({ from, to })
    const { share, product, exports, signal } = call
    return {
      filename: `${product.id}-${from}-${to}.${format}`,
      contentType: CONTENT_TYPES[format],
      summary: `Export the events of “${product.name}” from ${from} to ${to} as ${format}.`,
      body: exports.events(await reportScope(call, undefined), { from, to }, format, { share, signal }),
    }
  },
})
