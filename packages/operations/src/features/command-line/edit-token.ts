import { type AccountToken, existing, type TokenId } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import {
  assertChangeable,
  commitTokenChange,
  planTokenChange,
  type TokenChange,
  tokenChangeSummary,
} from '../tokens/token-change.ts'

interface EditedToken {
  readonly id: TokenId
  readonly given: TokenChange
}

/** Returns undefined if the token is so already. */
export const editTokenAsOperator: OperatorOperation<EditedToken, AccountToken> = {
  name: 'token edit',
  async plan({ tx: { store }, clock }, { id, given }) {
    const { token, account } = existing(await store.tokens.find(id))
    assertChangeable(token)
    const planned = await planTokenChange(token, given, { account, store, clock })
    if (planned.changes.length === 0) return undefined
    return {
      summary: () => tokenChangeSummary(planned),
      async commit() {
        return { result: await commitTokenChange(planned, { store, clock }), subject: id, changes: planned.changes }
      },
    }
  },
}
