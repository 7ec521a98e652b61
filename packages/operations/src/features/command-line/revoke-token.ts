import { existing, type TokenDependents, type TokenId, timestamp } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'

/** Returns undefined for a token that is revoked already. */
export const revokeTokenAsOperator: OperatorOperation<{ readonly id: TokenId }, TokenDependents> = {
  name: 'token revoke',
  async plan({ tx: { store }, clock }, { id }) {
    const { token } = existing(await store.tokens.find(id))
    if (token.status === 'revoked') return undefined
    return {
      summary: () => `Revoke the token “${token.name}” (${token.prefix}…).`,
      async commit() {
        const reason = `Its ancestor ${id} was revoked by an operator.`
        const result = await store.tokens.revoke(id, reason, timestamp(clock.now()))
        return { result, subject: id, changes: [{ path: 'status', from: token.status, to: 'revoked' }] }
      },
    }
  },
}
