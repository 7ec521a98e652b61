import { Timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { ownAccount } from './own-account.ts'

export const passkeySetup = defineRead({
  name: 'dashboard_passkey_setup',
  path: '/api/v1/account/passkeys/setup',
  title: 'Begin to add a passkey',
  description:
    'Makes the options with which a browser makes a passkey (WebAuthn) for the signed-in person. Nothing is stored: send `setup` back with the response of the browser within five minutes.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  output: z.object({
    setup: z.string(),
    options: z
      .record(z.string(), z.unknown())
      .meta({ description: '`PublicKeyCredentialCreationOptionsJSON` of WebAuthn.' }),
    expires_at: Timestamp,
  }),
  async run(call) {
    return { data: await call.factors.setUpPasskey(await ownAccount(call), call.store) }
  },
})
