import { TokenPolicy, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { assertRevision, defineWrite, PEOPLE_ONLY, revisionField } from '../../definition/index.ts'
import { planPolicy } from './plan-policy.ts'

const { max_lifetime_days, require_expiry } = TokenPolicy.shape

export const updateTokenPolicy = defineWrite({
  name: 'dashboard_token_policy_update',
  method: 'PATCH',
  path: '/api/v1/account/token-policy',
  title: 'Change the token policy of the account',
  activity: 'Token policy changed',
  description:
    'Changes what the account demands of tokens and keys that are made or replaced in its name. Those that exist keep their end.',
  scope: 'tokens:write',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['revision_conflict'],
  body: z
    .strictObject({
      max_lifetime_days: max_lifetime_days.optional(),
      require_expiry: require_expiry.optional(),
      ...revisionField,
    })
    .refine(({ revision: _, ...given }) => Object.keys(given).length > 0, 'must hold at least one change'),
  output: TokenPolicy,
  examples: [{ body: { max_lifetime_days: 90 } }],
  async plan({ store, account, clock }, { revision, ...given }) {
    const policy = await store.tokenPolicies.find(account)
    assertRevision(policy, revision)
    const { before, next, changes, summary } = planPolicy(policy, given)
    return {
      summary,
      changes,
      before,
      revision: policy.revision,
      async commit({ store }) {
        const at = timestamp(clock.now())
        const result = changes.length === 0 ? policy : await store.tokenPolicies.set(account, next, at)
        return { result, subject: account }
      },
    }
  },
})
