import type { Transaction } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'

/** What these operations need of a transaction beyond the control data. */
interface OAuthTransaction extends Transaction {
  readonly oauth: {
    /** False when the client has neither a registration nor a connection. */
    removeClient(id: string, nowMs: number): Promise<boolean>
    /** Undefined when the connection does not exist or was revoked before. */
    revokeConnection(
      id: string,
      nowMs: number,
    ): Promise<{ readonly clientName: string; readonly expiresAt: number } | undefined>
  }
}

interface OAuthId {
  readonly id: string
}

/** Returns undefined for a client that has neither a registration nor a connection. */
export const revokeClientAsOperator: OperatorOperation<OAuthId, OAuthId, OAuthTransaction> = {
  name: 'oauth clients revoke',
  async plan({ tx: { oauth }, clock }, { id }) {
    return {
      summary: () => `End the registration of the application ${id} and every connection it has.`,
      async commit() {
        if (!(await oauth.removeClient(id, clock.now()))) return undefined
        return { result: { id }, subject: id, changes: [] }
      },
    }
  },
}

/** Returns undefined for a connection that does not exist or was revoked before. */
export const revokeConnectionAsOperator: OperatorOperation<OAuthId, { readonly clientName: string }, OAuthTransaction> =
  {
    name: 'oauth connections revoke',
    async plan({ tx: { oauth }, clock }, { id }) {
      const nowMs = clock.now()
      return {
        summary: ({ clientName }) => `Revoke the connection of the application “${clientName}”.`,
        async commit() {
          const result = await oauth.revokeConnection(id, nowMs)
          if (result === undefined) return undefined
          const from = result.expiresAt <= nowMs ? 'expired' : 'active'
          return { result, subject: id, changes: [{ path: 'status', from, to: 'revoked' }] }
        },
      }
    },
  }
