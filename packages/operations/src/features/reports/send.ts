import { ReportId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { aboutProduct, planReportNow } from './plans.ts'
import { reportParams } from './report.ts'

export const sendReport = defineWrite({
  name: 'dashboard_reports_send',
  method: 'POST',
  path: '/api/v1/products/{product}/reports/{report}/send',
  title: 'Send a report now',
  activity: 'Report sent',
  description:
    'Sends a report to all its recipients now, outside its schedule, at most ten times in 24 hours. The list says how it was delivered.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  params: reportParams,
  output: z.object({ id: ReportId, requested: z.literal(true) }),
  examples: [{ path: { report: 'report' } }],
  plan: (call, { report }) => planReportNow(call, aboutProduct(call), report),
})
