import { ScheduledReport } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { AgentTarget, targetForAgent } from '../../messages/agent-target.ts'
import { aboutProduct, planReportUpdate } from './plans.ts'
import { reportChangeFields, reportParams } from './report.ts'

export const updateReport = defineWrite({
  name: 'dashboard_reports_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/reports/{report}',
  title: 'Change a report',
  activity: 'Report changed',
  description:
    'Changes name, schedule or target of a report, or stops and resumes it by `enabled`. A generic webhook as target gets a new signing secret, which is only in this response.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  tool: {
    name: 'service_reports_update',
    scope: 'content:write',
    description: 'Changes name, schedule or target of a report, or stops and resumes it by enabled.',
    other: {
      body: z.strictObject({ ...reportChangeFields, target: AgentTarget.optional() }),
      meaning: async (call, { target, ...asked }) => ({
        ...asked,
        ...(target !== undefined && { target: await targetForAgent(call, target) }),
      }),
      examples: [{ path: { report: 'report' }, body: { name: 'Renamed', enabled: false } }],
    },
  },
  errors: ['revision_conflict'],
  params: reportParams,
  body: z.strictObject(reportChangeFields),
  output: ScheduledReport,
  recentSignIn: true,
  examples: [{ path: { report: 'report' }, body: { name: 'Renamed' } }],
  plan: (call, { report, ...given }) => planReportUpdate(call, aboutProduct(call), report, given),
})
