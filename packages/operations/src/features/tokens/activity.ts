import { TokenId } from '@footfall/core-domain'
import { z } from 'zod'
import { Activity, shown } from '../../audit/activity.ts'
import { defineRead, PEOPLE_ONLY, pageInfo, pageRequest, pagingQuery } from '../../definition/index.ts'
import { ownToken } from './own-token.ts'

export const tokenActivity = defineRead({
  name: 'dashboard_tokens_activity',
  path: '/api/v1/access-tokens/{token_id}/activity',
  title: 'List the activity of a token',
  description: 'Lists the changes by a token, by its descendants and to the token, newest first.',
  scope: 'tokens:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  params: { token_id: TokenId },
  query: pagingQuery,
  output: z.array(Activity),
  paged: true,
  async run({ store, account }, { token_id, ...input }) {
    const token = await ownToken(store, { account, caller: undefined }, token_id)
    const page = await store.audit.pageForToken(token.id, pageRequest(input))
    return { data: await shown(page.rows, store), page: pageInfo(input, page) }
  },
})
