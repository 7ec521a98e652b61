import { Timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { ownAccount } from './own-account.ts'

export const authenticatorSetup = defineRead({
  name: 'dashboard_authenticator_setup',
  path: '/api/v1/account/authenticator/setup',
  title: 'Begin to add an authenticator app',
  description:
    'Makes a new secret for an authenticator app (TOTP) of the signed-in person. Nothing is stored: send `setup` back with the first code within 15 minutes.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  output: z.object({
    setup: z.string().meta({ description: 'The secret, encrypted, for adding the app.' }),
    secret: z.string().meta({ description: 'Base32, for apps that cannot read the QR code.' }),
    uri: z.string().meta({ description: '`otpauth://` address, which the QR code holds.' }),
    qr: z
      .object({ size: z.int(), path: z.string() })
      .meta({ description: 'The QR code: an SVG path in a square of `size` units.' }),
    expires_at: Timestamp,
  }),
  async run(call) {
    return { data: call.factors.setUpAuthenticator(await ownAccount(call)) }
  },
})
