import { ScheduledReport } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { ReportListMeta, shownReports } from '../reports/report.ts'

export const listAccountReports = defineRead({
  name: 'dashboard_account_reports_list',
  path: '/api/v1/reports',
  title: 'List reports about all products',
  description:
    'Lists the reports about all products on which you are at least an admin that are sent each week or month, oldest first, with how each was delivered last.',
  scope: 'analytics:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  output: z.array(ScheduledReport),
  meta: z.object({ sends_email: z.boolean().meta(ReportListMeta) }),
  async run(call) {
    const reports = await call.store.scheduledReports.list({ account: call.account })
    return { data: await shownReports(call, call.store, reports), meta: { sends_email: call.delivery.sendsEmail } }
  },
})
