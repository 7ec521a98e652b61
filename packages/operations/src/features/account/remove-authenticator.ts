import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { removalWarnings } from './factor-removal.ts'
import { ownAccount } from './own-account.ts'

export const removeAuthenticator = defineWrite({
  name: 'dashboard_authenticator_remove',
  method: 'DELETE',
  path: '/api/v1/account/authenticator',
  title: 'Remove the authenticator app',
  activity: 'Authenticator app removed',
  description: 'Removes the authenticator app. With the last second factor, the recovery codes are removed too.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['not_found'],
  output: z.object({ removed: z.literal(true) }),
  destructive: true,
  recentSignIn: true,
  examples: [{ given: ['authenticator'] }],
  async plan(call) {
    const account = await ownAccount(call)
    const removal = await call.factors.removal('authenticator', account, call.store)
    return {
      summary: `Remove the authenticator app from the account ${account.email}.`,
      changes: [{ path: 'authenticator', from: 'added', to: null }],
      revision: null,
      warnings: async () => removalWarnings(removal),
      async commit(tx) {
        await removal.commit(tx)
        return { result: { removed: true as const }, subject: account.id }
      },
    }
  },
})
