import type { AccountId } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import { accountOf } from './account.ts'

/** Undefined where the account has no link. The next sign-in at the provider links it again, by its verified address. */
export const unlinkProvider: OperatorOperation<{ readonly id: AccountId }, { readonly unlinked: number }> = {
  name: 'account unlink-provider',
  async plan({ tx: { store } }, { id }) {
    await accountOf(store, id)
    const linked = await store.externalIdentities.list(id)
    if (linked.length === 0) return undefined
    return {
      summary: () => `Unlink the account ${id} from its sign-in provider.`,
      async commit() {
        const unlinked = await store.externalIdentities.unlink(id)
        const changes = linked.map(({ issuer }) => ({ path: 'provider', from: issuer, to: null }))
        return { result: { unlinked }, subject: id, changes }
      },
    }
  },
}
