import { AccountToken } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, listed, pagingQuery } from '../../definition/index.ts'
import { callingToken } from './calling-token.ts'

export const listTokens = defineRead({
  name: 'service_tokens_list',
  path: '/api/v1/access-tokens',
  title: 'List account tokens',
  description:
    'Lists the calling token and every token delegated from it (in the dashboard, every token of the account), with scopes, products, status and expiry, without secrets.',
  scope: 'tokens:read',
  product: 'none',
  role: null,
  query: pagingQuery,
  output: z.array(AccountToken),
  paged: true,
  run({ store, principal, account }, input) {
    const caller = callingToken(principal)
    return listed(input, (request) =>
      caller === undefined
        ? store.tokens.pageForAccount(account, request)
        : store.tokens.listSubtree(caller.token, request),
    )
  },
})
