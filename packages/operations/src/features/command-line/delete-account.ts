import { type AccountId, deleteAccount, timestamp } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import { accountOf } from './account.ts'

/** Fails if a product would be left without an owner. */
export const deleteAccountAsOperator: OperatorOperation<
  { readonly id: AccountId },
  Awaited<ReturnType<typeof deleteAccount>>
> = {
  name: 'account delete',
  async plan({ tx: { store }, clock }, { id }) {
    await accountOf(store, id)
    return {
      summary: () => `Delete the account ${id} and everything that was its own.`,
      async commit() {
        const ended = await deleteAccount(store, id, timestamp(clock.now()))
        const changes = Object.entries(ended).map(([path, from]) => ({ path, from, to: 0 }))
        return { result: ended, subject: id, changes }
      },
    }
  },
}
