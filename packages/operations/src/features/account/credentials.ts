import { countCredentials, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'

const count = (of: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `Active ${of}.` })

export const accountCredentials = defineRead({
  name: 'dashboard_account_credentials',
  path: '/api/v1/account/credentials',
  title: 'Count the active credentials',
  description:
    'Counts the active account tokens, the active Website API keys that the account issued, and its connected applications. A change of the password ends all of them unless the person keeps them.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  output: z.object({
    tokens: count('account tokens'),
    keys: count('Website API keys that the account issued, on any product'),
    connections: count('connected applications'),
  }),
  async run({ store, account, clock }) {
    return { data: await countCredentials(store, { id: account }, timestamp(clock.now())) }
  },
})
