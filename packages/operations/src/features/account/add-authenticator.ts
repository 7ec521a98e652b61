import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { actingPerson } from './own-account.ts'
import { planFactor } from './plan-factor.ts'

export const addAuthenticator = defineWrite({
  name: 'dashboard_authenticator_add',
  method: 'POST',
  path: '/api/v1/account/authenticator',
  title: 'Add an authenticator app',
  activity: 'Authenticator app added',
  description:
    'Adds the authenticator app of a setup as a second factor. With the first second factor, `secret` holds ten recovery codes, one a line; they are only in this response.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['already_exists'],
  body: z.strictObject({
    setup: z.string().max(2_048),
    code: z.string().max(64).meta({ description: 'The current code of the app.' }),
  }),
  output: z.object({ added: z.literal(true) }),
  creates: true,
  recentSignIn: true,
  examples: [{ body: ({ authenticator }) => authenticator() }],
  async plan(call, given) {
    const person = await actingPerson(call)
    const factor = await call.factors.addAuthenticator(given, person, call.store)
    return planFactor(factor, { result: { added: true }, subject: person.id })
  },
})
