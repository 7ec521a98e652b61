import { timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { Approval, decidable, shownApproval, stateOf } from './approval.ts'
import { approvalParams } from './decide.ts'
import { planAnew } from './plan-anew.ts'

export const getApproval = defineRead({
  name: 'dashboard_approvals_get',
  path: '/api/v1/approvals/{approval_id}',
  title: 'Show a change that waits for approval',
  description:
    'Shows one change, with the warnings that its preview has now. `stale` says why it can no longer be executed; approving it then declines it.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['role_forbidden'],
  params: approvalParams,
  output: Approval.extend({
    warnings: z.array(z.string()),
    stale: z.string().nullable().meta({ description: 'Why it can no longer be executed; null if it can.' }),
  }),
  async run(call, { approval_id }) {
    const approval = await decidable(call, approval_id)
    const shown = await shownApproval(call, approval)
    if (stateOf(approval, timestamp(call.clock.now())) !== 'waiting')
      return { data: { ...shown, warnings: [], stale: null } }
    const planned = await planAnew(call, approval)
    if ('stale' in planned) return { data: { ...shown, warnings: [], stale: planned.stale } }
    return { data: { ...shown, warnings: [...((await planned.plan.warnings?.()) ?? [])], stale: null } }
  },
})
