import { ScheduledReport } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { aboutAccount, planNewReport } from '../reports/plans.ts'
import { newReportFields, timezoneField } from '../reports/report.ts'

export const createAccountReport = defineWrite({
  name: 'dashboard_account_reports_create',
  method: 'POST',
  path: '/api/v1/reports',
  title: 'Create a report about all products',
  activity: 'Report created',
  description:
    'Sends a report about all products on which you are at least an admin each week or month: to email addresses, or to a webhook as signed JSON or as a message of Slack or Discord. The signing secret of a generic webhook is only in this response.',
  scope: 'settings:write',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['quota_exceeded'],
  body: z.strictObject({ ...newReportFields, ...timezoneField }),
  output: ScheduledReport,
  creates: true,
  recentSignIn: true,
  examples: [
    {
      body: {
        name: 'Weekly',
        schedule: { every: 'week', weekday: 1, hour: 8 },
        target: { kind: 'email', addresses: ['reader@example.com'] },
        timezone: 'Europe/Berlin',
      },
    },
  ],
  plan: (call, given) => planNewReport(call, aboutAccount(call), given),
})
