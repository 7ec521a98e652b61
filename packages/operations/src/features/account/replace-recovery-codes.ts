import { InvalidRequest } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { ownAccount } from './own-account.ts'

export const replaceRecoveryCodes = defineWrite({
  name: 'dashboard_recovery_codes_replace',
  method: 'POST',
  path: '/api/v1/account/recovery-codes',
  title: 'Make new recovery codes',
  activity: 'Recovery codes replaced',
  description:
    'Makes ten recovery codes, one a line in `secret`; they are only in this response. The earlier ones no longer work. Needs a second factor.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  output: z.object({ recovery_codes: z.int() }),
  recentSignIn: true,
  examples: [{ given: ['authenticator'] }],
  async plan(call) {
    const account = await ownAccount(call)
    if (!(await call.store.secondFactors.has(account.id)))
      throw new InvalidRequest([{ path: 'account', message: 'has no second factor' }])
    const before = await call.store.secondFactors.countRecoveryCodes(account.id)
    return {
      summary: `Replace the recovery codes of the account ${account.email}.`,
      changes: [{ path: 'recovery_codes', from: before, to: 'replaced' }],
      revision: null,
      async commit(tx) {
        const secret = await call.factors.replaceRecoveryCodes(account, tx)
        const left = await tx.store.secondFactors.countRecoveryCodes(account.id)
        return { result: { recovery_codes: left }, secret, subject: account.id }
      },
    }
  },
})
