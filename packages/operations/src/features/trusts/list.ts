import { TokenTrust } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { tokenParams } from '../tokens/changeable.ts'
import { ownToken } from '../tokens/own-token.ts'

export const listTrusts = defineRead({
  name: 'dashboard_trusts_list',
  path: '/api/v1/access-tokens/{token_id}/trusts',
  title: 'List the trusts of a token',
  description: 'Lists which workloads get children of the token, oldest first.',
  scope: 'tokens:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  params: tokenParams,
  output: z.object({ trusts: z.array(TokenTrust) }),
  async run({ store, account }, { token_id }) {
    const token = await ownToken(store, { account, caller: undefined }, token_id)
    return { data: { trusts: [...(await store.tokenTrusts.list(token.id))] } }
  },
})
