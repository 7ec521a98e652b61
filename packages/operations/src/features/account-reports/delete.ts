import { ReportId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { aboutAccount, planReportDeletion } from '../reports/plans.ts'
import { reportParams } from '../reports/report.ts'

export const deleteAccountReport = defineWrite({
  name: 'dashboard_account_reports_delete',
  method: 'DELETE',
  path: '/api/v1/reports/{report}',
  title: 'Delete a report about all products',
  activity: 'Report deleted',
  description: 'Deletes a report. What still waits to be delivered is not sent.',
  scope: 'settings:write',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  params: reportParams,
  output: z.object({ id: ReportId, deleted: z.literal(true) }),
  destructive: true,
  examples: [{ path: { report: 'account report' } }],
  plan: (call, { report }) => planReportDeletion(call, aboutAccount(call), report),
})
