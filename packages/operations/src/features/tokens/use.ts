import { ProductId, ProductKey, Timestamp, TokenId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { ownToken } from './own-token.ts'
import { unusedScopes } from './unused-scopes.ts'

const KEYS_MAX = 100

export const tokenUse = defineRead({
  name: 'dashboard_tokens_use',
  path: '/api/v1/access-tokens/{token_id}/use',
  title: 'Get how a token is used',
  description:
    'When each scope of a token was last used, which of them it could lose, the Website API keys that it issued, and the notices of its end.',
  scope: 'tokens:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  params: { token_id: TokenId },
  output: z.object({
    watched_since: Timestamp,
    scopes: z.array(z.object({ scope: z.string(), last_used_at: Timestamp.nullable(), unused: z.boolean() })),
    keys: z
      .array(ProductKey.pick({ id: true, name: true, prefix: true, status: true }).extend({ product: ProductId }))
      .meta({ description: 'The oldest 100.' }),
    notices: z.array(z.object({ days: z.int(), ends_at: Timestamp, sent_at: Timestamp })),
  }),
  async run({ store, account, clock }, { token_id }) {
    const token = await ownToken(store, { account, caller: undefined }, token_id)
    const [used, keys, notices] = await Promise.all([
      store.scopeUses.ofToken(token.id),
      store.productKeys.issuedByToken(token.id, KEYS_MAX),
      store.expiryNotices.of(token.id),
    ])
    const unused = unusedScopes(token, used, clock.now())
    return {
      data: {
        watched_since: used.since,
        scopes: token.scopes.map((scope) => ({
          scope,
          last_used_at: used.uses.get(scope) ?? null,
          unused: unused.includes(scope),
        })),
        keys: keys.map(({ key: { id, name, prefix, status }, product }) => ({ id, name, prefix, status, product })),
        notices: [...notices],
      },
    }
  },
})
