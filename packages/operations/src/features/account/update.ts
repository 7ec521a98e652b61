import { Account, InvalidToken } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, diff, PEOPLE_ONLY } from '../../definition/index.ts'

const fields = Account.pick({ id: true, email: true, name: true })

export const updateAccount = defineWrite({
  name: 'dashboard_account_update',
  method: 'PATCH',
  path: '/api/v1/account',
  title: 'Rename the account',
  activity: 'Account changed',
  description: 'Sets the name of the account that other members see.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  body: z.strictObject({ name: fields.shape.name }),
  output: z.object({ ...fields.shape, email: z.string() }),
  examples: [{ body: { name: 'Renamed' } }],
  async plan({ store, account: id }, { name }) {
    const account = await store.accounts.find(id)
    if (account === undefined) throw new InvalidToken(true)
    return {
      summary: `Rename the account from “${account.name}” to “${name}”.`,
      changes: diff({ name: account.name }, { name }),
      revision: null,
      async commit({ store }) {
        await store.accounts.rename(id, name)
        return { result: { id, email: account.email, name }, subject: id }
      },
    }
  },
})
