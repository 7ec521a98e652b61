import { ScheduledReport } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { AgentTarget, targetForAgent } from '../../messages/agent-target.ts'
import { aboutProduct, planNewReport } from './plans.ts'
import { newReportFields } from './report.ts'

export const createReport = defineWrite({
  name: 'dashboard_reports_create',
  method: 'POST',
  path: '/api/v1/products/{product}/reports',
  title: 'Create a report',
  activity: 'Report created',
  description:
    'Sends a report about a product each week or month: to email addresses, or to a webhook as signed JSON or as a message of Slack or Discord. The signing secret of a generic webhook is only in this response.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  tool: {
    name: 'service_reports_create',
    scope: 'content:write',
    description:
      'Schedules a report about a product each week or month, at an hour of the product’s time zone. Without a target it is sent to the email address of the account.',
    other: {
      body: z.strictObject({ ...newReportFields, target: AgentTarget.optional() }),
      meaning: async (call, asked) => ({ ...asked, target: await targetForAgent(call, asked.target) }),
      examples: [
        { body: { name: 'Numbers of the week', schedule: { every: 'week', weekday: 1, hour: 8 } } },
        {
          given: ['report'],
          body: {
            name: 'Monthly',
            schedule: { every: 'month', day: 1, hour: 9 },
            target: { kind: 'email', addresses: ['reader@example.com'] },
          },
        },
      ],
    },
  },
  errors: ['quota_exceeded'],
  body: z.strictObject(newReportFields),
  output: ScheduledReport,
  creates: true,
  recentSignIn: true,
  examples: [
    {
      body: {
        name: 'Weekly',
        schedule: { every: 'week', weekday: 1, hour: 8 },
        target: { kind: 'email', addresses: ['reader@example.com'] },
      },
    },
  ],
  plan: (call, given) => planNewReport(call, aboutProduct(call), { ...given, timezone: call.product.timezone }),
})
