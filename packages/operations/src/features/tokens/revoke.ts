import { AccountToken, existing, TokenId, timestamp } from '@footfall/core-domain'
import { defineWrite } from '../../definition/index.ts'
import { callingToken } from './calling-token.ts'
import { dependentsWarnings } from './dependents-warnings.ts'
import { ownToken } from './own-token.ts'

export const revokeToken = defineWrite({
  name: 'service_tokens_revoke',
  method: 'DELETE',
  path: '/api/v1/access-tokens/{token_id}',
  title: 'Revoke an account token',
  activity: 'Token revoked',
  description:
    'Revokes the calling token or one of its descendants for good, with its descendants and the Website API keys issued by it or them.',
  scope: 'tokens:write',
  product: 'none',
  role: null,
  params: { token_id: TokenId.meta({ description: 'From service_tokens_list.' }) },
  output: AccountToken,
  destructive: true,
  examples: [{ path: { token_id: 'child token' } }],
  async plan({ store, principal, account, clock }, { token_id }) {
    const caller = callingToken(principal)
    const token = await ownToken(store, { account, caller: caller?.token }, token_id)
    const dependents = await store.tokens.dependents(token.id)
    return {
      summary: `Revoke the token “${token.name}” (${token.prefix}…)${token.id === caller?.token ? ', which is the calling token' : ''}.`,
      changes: token.status === 'revoked' ? [] : [{ path: 'status', from: token.status, to: 'revoked' }],
      revision: token.revision,
      warnings: async () => [
        ...dependentsWarnings(dependents),
        ...(token.last_used_at === null ? [] : [`Last used: ${token.last_used_at}.`]),
      ],
      async commit({ store }) {
        if (token.status !== 'revoked') {
          await store.tokens.revoke(token.id, `Its ancestor ${token.id} was revoked.`, timestamp(clock.now()))
        }
        const { token: result } = existing(await store.tokens.find(token.id))
        return { result, subject: token.id }
      },
    }
  },
})
