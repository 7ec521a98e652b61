import { existing, idFactory, type TokenId, type TokenTrust } from '@footfall/core-domain'
import type { IssuerHosts } from '../../definition/call.ts'
import type { OperatorOperation } from '../../definition/operator.ts'
import { insertTrust, planTrust, trustChanges, trustSummary } from '../trusts/plan-trust.ts'
import type { NewTrust } from '../trusts/trust-fields.ts'

interface AddedTrust {
  readonly token: TokenId
  readonly given: NewTrust
  readonly issuers: IssuerHosts
}

export const addTrustAsOperator: OperatorOperation<AddedTrust, TokenTrust> = {
  name: 'token trust add',
  async plan({ tx: { store }, clock, random }, { token: id, given, issuers }) {
    const { token, account } = existing(await store.tokens.find(id))
    const trust = await planTrust(token, given, { store, account, clock, ids: idFactory(random), issuers })
    return {
      summary: () => trustSummary(trust, token),
      async commit() {
        await insertTrust(store, trust)
        return { result: trust, subject: id, changes: trustChanges(trust) }
      },
    }
  },
}
