import { existing, type TrustId } from '@footfall/core-domain'
import { diff } from '../../definition/index.ts'
import type { OperatorOperation } from '../../definition/operator.ts'
import { removalSummary, removeTrust } from '../trusts/remove-trust.ts'

/** Returns how many active tokens the trust had made; they are revoked. */
export const removeTrustAsOperator: OperatorOperation<{ readonly id: TrustId }, number> = {
  name: 'token trust remove',
  async plan({ tx: { store }, clock }, { id }) {
    const trust = existing(await store.tokenTrusts.find(id))
    const { token } = existing(await store.tokens.find(trust.token_id))
    const { issuer, audience, subject } = trust
    return {
      summary: () => removalSummary(trust, token),
      async commit() {
        const result = await removeTrust(trust, { store, clock })
        return { result, subject: token.id, changes: diff({ issuer, audience, subject }, {}) }
      },
    }
  },
}
