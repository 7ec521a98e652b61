import { Account, AccountToken, InvalidToken, Member, Membership, ProductKey } from '@footfall/core-domain'
import { z } from 'zod'
import { defineAccountRead, defineProductRead } from '../definition/operation.ts'
import { pageInfo, pageRequest, pagingQuery } from '../paging.ts'
import { callingToken } from '../tokens/calling-token.ts'

export const listMembers = defineProductRead({
  name: 'service_team_list',
  path: '/api/v1/products/{product}/members',
  product: 'path',
  title: 'List members',
  description: 'Lists the people of a product with their roles, those invited and not yet joined included.',
  query: pagingQuery,
  output: z.array(Member),
  paged: true,
  async run({ store, product }, input) {
    const page = await store.members.list(product.id, pageRequest(input))
    return { data: [...page.rows], page: pageInfo(input, page) }
  },
})

export const listProductKeys = defineProductRead({
  name: 'service_keys_list',
  path: '/api/v1/products/{product}/keys',
  product: 'path',
  title: 'List product keys',
  description:
    'Lists the Website API keys of a product: kind, scopes, first characters and last use. Secrets are never shown again.',
  query: pagingQuery,
  output: z.array(ProductKey),
  paged: true,
  async run({ store, product }, input) {
    const page = await store.productKeys.list(product.id, pageRequest(input))
    return { data: [...page.rows], page: pageInfo(input, page) }
  },
})

export const getAccount = defineAccountRead({
  name: 'service_account_get',
  path: '/api/v1/mcp/account',
  title: 'Get the account',
  description:
    'Returns the account behind this credential and its role on each product within the credential’s selection.',
  query: {},
  output: z.object({
    ...Account.pick({ id: true, name: true }).shape,
    email: z.string(),
    memberships: z.array(Membership),
  }),
  async run({ store, account, principal }) {
    const found = await store.accounts.find(account)
    if (found === undefined) throw new InvalidToken(true)
    const memberships = await store.accounts.memberships(account, principal.selection)
    return { data: { id: found.id, email: found.email, name: found.name, memberships: [...memberships] } }
  },
})

export const listTokens = defineAccountRead({
  name: 'service_tokens_list',
  path: '/api/v1/access-tokens',
  title: 'List account tokens',
  description:
    'Lists the calling token and every token delegated from it (in the dashboard, every token of the account), with scopes, products, status and expiry. Secrets are never shown again.',
  query: pagingQuery,
  output: z.array(AccountToken),
  paged: true,
  async run({ store, principal, account }, input) {
    const caller = callingToken(principal)
    const page =
      caller === undefined
        ? await store.tokens.pageForAccount(account, pageRequest(input))
        : await store.tokens.listSubtree(caller.token, pageRequest(input))
    return { data: [...page.rows], page: pageInfo(input, page) }
  },
})
