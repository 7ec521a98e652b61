import { ScheduledReport } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { aboutAccount, planReportUpdate } from '../reports/plans.ts'
import { reportChangeFields, reportParams, timezoneField } from '../reports/report.ts'

export const updateAccountReport = defineWrite({
  name: 'dashboard_account_reports_update',
  method: 'PATCH',
  path: '/api/v1/reports/{report}',
  title: 'Change a report about all products',
  activity: 'Report changed',
  description:
    'Changes name, schedule or target of a report, or stops and resumes it by `enabled`. A generic webhook as target gets a new signing secret, which is only in this response.',
  scope: 'settings:write',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['revision_conflict'],
  params: reportParams,
  body: z.strictObject({ ...reportChangeFields, timezone: timezoneField.timezone.optional() }),
  output: ScheduledReport,
  recentSignIn: true,
  examples: [{ path: { report: 'account report' }, body: { name: 'Renamed' } }],
  plan: (call, { report, ...given }) => planReportUpdate(call, aboutAccount(call), report, given),
})
