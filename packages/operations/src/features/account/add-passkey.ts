import { PasskeyId, personText, Timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { actingPerson } from './own-account.ts'
import { planFactor } from './plan-factor.ts'

export const addPasskey = defineWrite({
  name: 'dashboard_passkeys_add',
  method: 'POST',
  path: '/api/v1/account/passkeys',
  title: 'Add a passkey',
  activity: 'Passkey added',
  description:
    'Adds the passkey that the browser made for a setup. A passkey signs in without a password, and is a second factor of the account. With the first second factor, `secret` holds ten recovery codes, one a line; they are only in this response.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['already_exists'],
  body: z.strictObject({
    setup: z.string().max(2_048),
    name: personText(60).meta({ description: 'What the person calls it.' }),
    response: z
      .record(z.string(), z.unknown())
      .meta({ description: '`RegistrationResponseJSON` of WebAuthn, as the browser answers.' }),
  }),
  output: z.object({ id: PasskeyId, name: z.string(), created_at: Timestamp }),
  creates: true,
  recentSignIn: true,
  examples: [{ body: async ({ passkey }) => ({ name: 'Laptop', ...(await passkey()) }) }],
  async plan(call, given) {
    const person = await actingPerson(call)
    const factor = await call.factors.addPasskey(given, person, call.store)
    return planFactor(factor, { result: factor.result, subject: factor.result.id })
  },
})
