import type { AccountId } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import { accountOf } from './account.ts'

/** Also ends the sessions of the account: the person with the identity may have begun them. Undefined if the account has no link. The next sign-in at the provider links it again, by its verified address. */
export const unlinkProvider: OperatorOperation<
  { readonly id: AccountId },
  { readonly unlinked: number; readonly signed_out: number }
> = {
  name: 'account unlink-provider',
  async plan({ tx: { store, sessions } }, { id }) {
    await accountOf(store, id)
    const linked = await store.externalIdentities.list(id)
    if (linked.length === 0) return undefined
    return {
      summary: () => `Unlink the account ${id} from its sign-in provider.`,
      async commit() {
        const unlinked = await store.externalIdentities.unlink(id)
        const signed_out = await sessions.removeAll(id)
        const providers = linked.map(({ issuer }) => ({ path: 'provider', from: issuer, to: null }))
        const changes = [...providers, { path: 'sessions', from: signed_out, to: 0 }]
        return { result: { unlinked, signed_out }, subject: id, changes }
      },
    }
  },
}
