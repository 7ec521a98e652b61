import type { AccountId } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import { accountOf } from './account.ts'

export const signOutAccount: OperatorOperation<{ readonly id: AccountId }, { readonly ended: number }> = {
  name: 'account sign-out',
  async plan({ tx: { store, sessions } }, { id }) {
    await accountOf(store, id)
    return {
      summary: ({ ended }) =>
        `Sign the account ${id} out of ${ended === 1 ? '1 browser' : `${ended.toLocaleString('en')} browsers`}.`,
      async commit() {
        const ended = await sessions.removeAll(id)
        return { result: { ended }, subject: id, changes: [{ path: 'sessions', from: ended, to: 0 }] }
      },
    }
  },
}
