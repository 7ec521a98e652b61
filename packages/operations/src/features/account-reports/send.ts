import { ReportId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { aboutAccount, planReportNow } from '../reports/plans.ts'
import { reportParams } from '../reports/report.ts'

export const sendAccountReport = defineWrite({
  name: 'dashboard_account_reports_send',
  method: 'POST',
  path: '/api/v1/reports/{report}/send',
  title: 'Send a report about all products now',
  activity: 'Report sent',
  description:
    'Sends a report to all its recipients now, outside its schedule, at most ten times in 24 hours. The list says how it was delivered.',
  scope: 'settings:write',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  params: reportParams,
  output: z.object({ id: ReportId, requested: z.literal(true) }),
  examples: [{ path: { report: 'account report' } }],
  plan: (call, { report }) => planReportNow(call, aboutAccount(call), report),
})
