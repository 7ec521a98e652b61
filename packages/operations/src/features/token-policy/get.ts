import { TokenPolicy } from '@footfall/core-domain'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'

export const getTokenPolicy = defineRead({
  name: 'dashboard_token_policy_get',
  path: '/api/v1/account/token-policy',
  title: 'Get the token policy of the account',
  description: 'What the account demands of tokens and keys that are made or replaced in its name.',
  scope: 'tokens:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  output: TokenPolicy,
  run: async ({ store, account }) => ({ data: await store.tokenPolicies.find(account) }),
})
