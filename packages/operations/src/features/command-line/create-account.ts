import type { Account, WritableStore } from '@footfall/core-domain'
import { created } from '../../definition/index.ts'
import type { OperatorOperation } from '../../definition/operator.ts'

/** An account that is checked, its password hashed, and not written yet. */
interface PreparedAccount {
  readonly account: Account
  write(store: WritableStore): Promise<void>
}

export const createAccountAsOperator: OperatorOperation<PreparedAccount, Account> = {
  name: 'account create',
  async plan({ tx: { store } }, { account, write }) {
    const { id, email, name } = account
    return {
      summary: () => `Create the account ${id} for ${email}.`,
      async commit() {
        await write(store)
        return { result: account, subject: id, changes: created({ email, name }) }
      },
    }
  },
}
