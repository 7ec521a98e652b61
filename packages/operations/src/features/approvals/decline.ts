import { personLines } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { Approval } from './approval.ts'
import { approvalParams, decide, undecided } from './decide.ts'

const WORDS_MAX = 500

export const declineChange = defineWrite({
  name: 'dashboard_approvals_decline',
  method: 'POST',
  path: '/api/v1/approvals/{approval_id}/decline',
  title: 'Decline a change',
  activity: 'Change declined',
  description: 'Declines a change. Nothing is changed, and the credential that asked gets your words.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['role_forbidden', 'approval_decided', 'reauthentication_required'],
  params: approvalParams,
  body: z.strictObject({
    words: personLines(WORDS_MAX).optional().meta({ description: 'Why; the credential that asked gets it.' }),
  }),
  output: Approval,
  examples: [{ path: { approval_id: 'approval' }, body: { words: 'Not this week.' } }],
  async plan(call, { approval_id, words }) {
    const approval = await undecided(call, approval_id)
    return {
      summary: `Decline: ${approval.summary}`,
      changes: [
        { path: 'state', from: 'waiting', to: 'declined' },
        ...(words === undefined ? [] : [{ path: 'words', from: null, to: words }]),
      ],
      revision: null,
      commit: async ({ store }) => ({
        result: await decide(call, store, approval, { state: 'declined', by: call.account, words, result: undefined }),
        subject: approval.id,
      }),
    }
  },
})
