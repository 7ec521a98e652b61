import { PasskeyId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { removalWarnings } from './factor-removal.ts'
import { ownAccount } from './own-account.ts'

export const removePasskey = defineWrite({
  name: 'dashboard_passkeys_remove',
  method: 'DELETE',
  path: '/api/v1/account/passkeys/{passkey_id}',
  title: 'Remove a passkey',
  activity: 'Passkey removed',
  description: 'Removes a passkey. With the last second factor, the recovery codes are removed too.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  params: { passkey_id: PasskeyId },
  output: z.object({ id: PasskeyId, removed: z.literal(true) }),
  destructive: true,
  recentSignIn: true,
  examples: [{ path: { passkey_id: 'passkey' } }],
  async plan(call, { passkey_id: id }) {
    const account = await ownAccount(call)
    const removal = await call.factors.removal(id, account, call.store)
    return {
      summary: `Remove a passkey from the account ${account.email}.`,
      changes: [{ path: 'passkey', from: removal.factor, to: null }],
      revision: null,
      warnings: async () => removalWarnings(removal),
      async commit(tx) {
        await removal.commit(tx)
        return { result: { id, removed: true as const }, subject: id }
      },
    }
  },
})
