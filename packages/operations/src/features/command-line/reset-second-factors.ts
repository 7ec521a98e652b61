import { type AccountId, securityNotice } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import { accountOf } from './account.ts'

interface Removed {
  readonly factors: number
  readonly signedOut: number
}

/** Removes every second factor and recovery code of an account, and ends its sessions. Undefined if there is none. */
export const resetSecondFactors: OperatorOperation<{ readonly id: AccountId }, Removed> = {
  name: 'account reset-second-factor',
  async plan({ tx: { store, sessions }, clock, random }, { id }) {
    const account = await accountOf(store, id)
    if (!(await store.secondFactors.has(id))) return undefined
    return {
      summary: () => `Remove the second factors of the account ${id}.`,
      async commit() {
        const factors = await store.secondFactors.removeAll(id)
        const signedOut = await sessions.removeAll(id)
        await store.outbox.enqueue(securityNotice({ clock, random }, account, { kind: 'second_factors_reset' }))
        const changes = [
          { path: 'second_factors', from: factors, to: 0 },
          { path: 'sessions', from: signedOut, to: 0 },
        ]
        return { result: { factors, signedOut }, subject: id, changes }
      },
    }
  },
}
