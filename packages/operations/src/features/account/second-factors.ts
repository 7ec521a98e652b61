import { PasskeyId, Timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'

export const secondFactors = defineRead({
  name: 'dashboard_second_factors',
  path: '/api/v1/account/second-factors',
  title: 'List the second factors',
  description:
    'Lists the second factors of the signed-in person: the authenticator app, the passkeys, and how many recovery codes are unused.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  output: z.object({
    required: z.boolean().meta({ description: 'Whether the service requires a second factor.' }),
    passkeys_available: z
      .boolean()
      .meta({ description: 'Whether browsers offer passkeys at the address of the service.' }),
    authenticator: z.object({ created_at: Timestamp }).nullable(),
    passkeys: z.array(
      z.object({ id: PasskeyId, name: z.string(), created_at: Timestamp, last_used_at: Timestamp.nullable() }),
    ),
    recovery_codes: z.int().min(0).meta({ description: 'Unused recovery codes.' }),
  }),
  async run({ store, account, factors }) {
    const [authenticator, passkeys, codes] = await Promise.all([
      store.secondFactors.authenticator(account),
      store.secondFactors.passkeys(account),
      store.secondFactors.countRecoveryCodes(account),
    ])
    return {
      data: {
        required: factors.required,
        passkeys_available: factors.passkeysAvailable,
        authenticator: authenticator === undefined ? null : { created_at: authenticator.created_at },
        passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
          id,
          name,
          created_at,
          last_used_at: last_used_at ?? null,
        })),
        recovery_codes: codes,
      },
    }
  },
})
