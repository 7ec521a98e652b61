import { ReportId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { aboutProduct, planReportDeletion } from './plans.ts'
import { reportParams } from './report.ts'

export const deleteReport = defineWrite({
  name: 'dashboard_reports_delete',
  method: 'DELETE',
  path: '/api/v1/products/{product}/reports/{report}',
  title: 'Delete a report',
  activity: 'Report deleted',
  description: 'Deletes a report. What still waits to be delivered is not sent.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  params: reportParams,
  output: z.object({ id: ReportId, deleted: z.literal(true) }),
  destructive: true,
  examples: [{ path: { report: 'report' } }],
  plan: (call, { report }) => planReportDeletion(call, aboutProduct(call), report),
})
