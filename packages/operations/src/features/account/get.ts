import { Account, InvalidToken, Membership } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead } from '../../definition/index.ts'

export const getAccount = defineRead({
  name: 'service_account_get',
  path: '/api/v1/mcp/account',
  title: 'Get the account',
  description: 'Returns the account of this credential, with its role on each product of the credential’s selection.',
  scope: 'account:read',
  product: 'none',
  role: null,
  output: z.object({
    ...Account.pick({ id: true, name: true, language: true }).shape,
    email: z.string(),
    memberships: z.array(Membership),
  }),
  async run({ store, account, principal }) {
    const found = await store.accounts.find(account)
    if (found === undefined) throw new InvalidToken(true)
    const memberships = await store.accounts.memberships(account, principal.selection)
    return {
      data: {
        id: found.id,
        email: found.email,
        name: found.name,
        language: found.language,
        memberships: [...memberships],
      },
    }
  },
})
