import { recordChange } from '@footfall/core-domain'
import { recordedResult, undoOf } from '@footfall/kernel'
import { auditFacts } from '../../audit/audit-facts.ts'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { Approval } from './approval.ts'
import { approvalParams, decide, undecided } from './decide.ts'
import { planAnew } from './plan-anew.ts'
import { restoredPrincipal } from './stored-principal.ts'

export const approveChange = defineWrite({
  name: 'dashboard_approvals_approve',
  method: 'POST',
  path: '/api/v1/approvals/{approval_id}/approve',
  title: 'Approve a change',
  activity: 'Change approved',
  description:
    'Approves a change and executes it at once, as the credential that asked for it. A change that can no longer be executed is declined instead: `state` of the result says which.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['role_forbidden', 'approval_decided', 'reauthentication_required'],
  params: approvalParams,
  output: Approval,
  examples: [{ path: { approval_id: 'approval' } }],
  async plan(call, { approval_id }) {
    const approval = await undecided(call, approval_id)
    const { account } = call
    const planned = await planAnew(call, approval)
    if ('stale' in planned) {
      const { stale } = planned
      return {
        summary: `Decline what can no longer be executed: ${approval.summary} ${stale}`,
        changes: [{ path: 'state', from: 'waiting', to: 'declined' }],
        revision: null,
        commit: async ({ store }) => ({
          result: await decide(call, store, approval, {
            state: 'declined',
            by: undefined,
            words: stale,
            result: undefined,
          }),
          subject: approval.id,
        }),
      }
    }
    const { plan } = planned
    return {
      summary: `Approve: ${approval.summary}`,
      changes: [{ path: 'state', from: 'waiting', to: 'executed' }],
      revision: null,
      ...(plan.warnings && { warnings: () => plan.warnings?.() ?? Promise.resolve([]) }),
      async commit(tx) {
        const done = await plan.commit(tx)
        const { operation, product, channel, address, request_id, idempotency_key, input } = approval
        const { summary, changes } = plan
        const written = call.otherWrites.find(operation)
        const undo = written && undoOf(written, input, plan, done)
        call.takeChangeBytes(approval.account, Buffer.byteLength(JSON.stringify([changes, undo ?? null])))
        const origin = { channel: channel === 'mcp' ? 'mcp' : 'rest', address, requestId: request_id } as const
        const change = { operation, product, subject: done.subject, summary, changes, idempotency_key }
        await recordChange(tx, call, {
          ...auditFacts(restoredPrincipal(approval.principal), origin, { ...change, undo }),
          approved_by: account,
        })
        const decision = { state: 'executed', by: account, words: undefined, result: recordedResult(done) } as const
        return { result: await decide(call, tx.store, approval, decision), subject: approval.id }
      },
    }
  },
})
