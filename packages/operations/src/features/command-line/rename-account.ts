import type { Account } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import { accountOf } from './account.ts'

export const renameAccount: OperatorOperation<Pick<Account, 'id' | 'name'>, Account> = {
  name: 'account rename',
  async plan({ tx: { store } }, { id, name }) {
    const before = await accountOf(store, id)
    return {
      summary: () => `Rename the account ${id} from “${before.name}” to “${name}”.`,
      async commit() {
        await store.accounts.rename(id, name)
        return { result: { ...before, name }, subject: id, changes: [{ path: 'name', from: before.name, to: name }] }
      },
    }
  },
}
