import { existing, type TokenId } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import { notifyOwner } from '../../messages/notify-owner.ts'
import { assertWithinPolicy } from '../tokens/policy-rules.ts'
import { assertChangeable, type IssuedToken, replaceTokenSecret } from '../tokens/token-change.ts'

/** Gives a token a new secret, and notifies the owner of its account. */
export const replaceTokenAsOperator: OperatorOperation<{ readonly id: TokenId }, IssuedToken> = {
  name: 'token replace',
  async plan({ tx: { store }, clock, random }, { id }) {
    const { token, account } = existing(await store.tokens.find(id))
    assertChangeable(token)
    await assertWithinPolicy({ store, account, clock }, token.expires_at, 'person')
    return {
      summary: () => `Replace the secret of the token “${token.name}” (${token.prefix}…).`,
      async commit() {
        const result = await replaceTokenSecret(token, { store, clock, random })
        const { name, prefix } = result.token
        await notifyOwner(store, { account, clock, random }, { kind: 'token_replaced', name, prefix })
        const changes = [{ path: 'secret', from: `${token.prefix}…`, to: 'a new one' }]
        return { result, subject: id, changes }
      },
    }
  },
}
