import { ScheduledReport } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { ReportListMeta, shownReports } from './report.ts'

export const listReports = defineRead({
  name: 'dashboard_reports_list',
  path: '/api/v1/products/{product}/reports',
  title: 'List reports',
  description:
    'Lists the reports about a product that are sent each week or month, oldest first, with how each was delivered last.',
  scope: 'analytics:read',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  tool: { name: 'service_reports_list', scope: 'content:read' },
  output: z.array(ScheduledReport),
  meta: z.object({ sends_email: z.boolean().meta(ReportListMeta) }),
  async run(call) {
    const reports = await call.store.scheduledReports.list({ product: call.product.id })
    return { data: await shownReports(call, call.store, reports), meta: { sends_email: call.delivery.sendsEmail } }
  },
})
