import { type AccountId, idFactory } from '@footfall/core-domain'
import type { z } from 'zod'
import { created } from '../../definition/index.ts'
import type { OperatorOperation } from '../../definition/operator.ts'
import { issueRootToken, type NewRootToken } from '../tokens/issue-root-token.ts'
import { limitsSet } from '../tokens/limits-text.ts'
import type { IssuedToken } from '../tokens/token-change.ts'

interface NewToken {
  readonly account: AccountId
  readonly request: z.input<typeof NewRootToken>
}

export const createTokenAsOperator: OperatorOperation<NewToken, IssuedToken> = {
  name: 'token create',
  async plan({ tx: { store }, clock, random }, { account, request }) {
    return {
      summary: ({ token: { name, prefix } }) => `Create the token “${name}” (${prefix}…) for the account ${account}.`,
      async commit() {
        const result = await issueRootToken(account, request, { store, clock, random, ids: idFactory(random) })
        const { id, name, scopes, products, allowed_networks, expires_at } = result.token
        const limits = limitsSet(result.token)
        const networks = allowed_networks.length > 0 && { allowed_networks }
        return { result, subject: id, changes: created({ name, scopes, products, ...limits, ...networks, expires_at }) }
      },
    }
  },
}
