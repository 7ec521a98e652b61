import { timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY, pageInfo, pageRequest, pagingQuery } from '../../definition/index.ts'
import { Approval, mayDecide, shownApproval } from './approval.ts'
import { whyEnded } from './plan-anew.ts'

export const listApprovals = defineRead({
  name: 'dashboard_approvals_list',
  path: '/api/v1/approvals',
  title: 'List changes that wait for approval',
  description:
    'Lists the changes that the person may approve or decline, newest first: those of credentials that are set to approval. With `state=all` also those of the last two days that were decided or have expired. A page can have fewer entries than `limit` and still be followed by another.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  query: {
    state: z.enum(['waiting', 'all']).optional().meta({ description: '`waiting` when absent.' }),
    ...pagingQuery,
  },
  output: z.array(Approval),
  paged: true,
  async run(call, { state = 'waiting', ...input }) {
    const now = timestamp(call.clock.now())
    const page = await call.store.approvals.pageForAccount(call.account, state, now, pageRequest(input))
    const data: z.input<typeof Approval>[] = []
    for (const approval of page.rows) {
      // Approving it would only decline it.
      if (state === 'waiting' && (await whyEnded(call, approval)) !== undefined) continue
      if (await mayDecide(call, approval.id)) data.push(await shownApproval(call, approval))
    }
    return { data, page: pageInfo(input, page) }
  },
})
