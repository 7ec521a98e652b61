import { z } from 'zod'
import { Activity, shown } from '../../audit/activity.ts'
import { defineRead, PEOPLE_ONLY, pageInfo, pageRequest, pagingQuery } from '../../definition/index.ts'

export const accountActivity = defineRead({
  name: 'dashboard_account_activity',
  path: '/api/v1/activity',
  title: 'List the changes of the account',
  description:
    'Lists what the caller’s account and its credentials changed outside of products, newest first, and its sign-ins: the account itself, its tokens, the token policy, and reports about all products.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  query: pagingQuery,
  output: z.array(Activity),
  paged: true,
  async run({ store, account }, input) {
    const page = await store.audit.pageForAccount(account, pageRequest(input))
    return { data: await shown(page.rows, store), page: pageInfo(input, page) }
  },
})
