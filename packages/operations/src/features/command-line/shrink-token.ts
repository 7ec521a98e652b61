import { existing, type TokenId } from '@footfall/core-domain'
import type { Scope } from '@footfall/scopes-policy'
import type { OperatorOperation } from '../../definition/operator.ts'
import { notifyOwner } from '../../messages/notify-owner.ts'
import { assertWithinPolicy } from '../tokens/policy-rules.ts'
import { scopesToKeep } from '../tokens/scopes-to-keep.ts'
import {
  assertChangeable,
  commitTokenChange,
  type IssuedToken,
  planTokenChange,
  replaceTokenSecret,
} from '../tokens/token-change.ts'

interface ShrinkRequest {
  readonly id: TokenId
  /** Those used in the last 30 days when absent. */
  readonly scopes: readonly Scope[] | undefined
}

/** Takes scopes from a token, gives it a new secret, and notifies the owner of its account. */
export const shrinkTokenAsOperator: OperatorOperation<ShrinkRequest, IssuedToken> = {
  name: 'token shrink',
  async plan({ tx: { store }, clock, random }, { id, scopes: asked }) {
    const { token, account } = existing(await store.tokens.find(id))
    assertChangeable(token)
    const scopes = await scopesToKeep(token, asked, { store, clock })
    await assertWithinPolicy({ store, account, clock }, token.expires_at, 'person')
    const planned = await planTokenChange(token, { scopes }, { account, store, clock })
    return {
      summary: () => `Shrink the token “${token.name}” (${token.prefix}…) to ${scopes.join(', ')}.`,
      async commit() {
        await commitTokenChange(planned, { store, clock })
        const result = await replaceTokenSecret(token, { store, clock, random })
        const { name, prefix } = result.token
        await notifyOwner(store, { account, clock, random }, { kind: 'token_replaced', name, prefix })
        const secret = { path: 'secret', from: `${token.prefix}…`, to: 'a new one' }
        return { result, subject: id, changes: [...planned.changes, secret] }
      },
    }
  },
}
