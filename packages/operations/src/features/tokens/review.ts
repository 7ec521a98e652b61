import { Timestamp, TokenId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, listed, PEOPLE_ONLY, pagingQuery } from '../../definition/index.ts'
import { policyProblem } from './policy-rules.ts'
import { unusedScopes } from './unused-scopes.ts'

/** What a person should know of a token before keeping it. */
const TokenReview = z.object({
  token_id: TokenId,
  unused_scopes: z.array(z.string()).meta({ description: 'Not used for 30 days, of an active token.' }),
  watched_since: Timestamp.meta({ description: 'Since when uses of scopes are recorded.' }),
  beyond_policy: z
    .boolean()
    .meta({ description: 'Whether an active token lives longer than the policy allows new ones.' }),
})

export const reviewTokens = defineRead({
  name: 'dashboard_tokens_review',
  path: '/api/v1/account/token-review',
  title: 'Review account tokens',
  description:
    'Lists, for every token of the account, the scopes that it does not use and whether it is beyond the policy.',
  scope: 'tokens:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  query: pagingQuery,
  output: z.array(TokenReview),
  paged: true,
  async run({ store, account, clock }, input) {
    const policy = await store.tokenPolicies.find(account)
    const answer = await listed(input, (request) => store.tokens.pageForAccount(account, request))
    const uses = await store.scopeUses.ofTokens(answer.data.map(({ id }) => id))
    return {
      ...answer,
      data: answer.data.map((token) => {
        const used = uses.get(token.id) ?? { since: token.created_at, uses: new Map() }
        return {
          token_id: token.id,
          unused_scopes: [...unusedScopes(token, used, clock.now())],
          watched_since: used.since,
          beyond_policy:
            token.status === 'active' &&
            policyProblem(policy, token.expires_at, Date.parse(token.created_at)) !== undefined,
        }
      }),
    }
  },
})
