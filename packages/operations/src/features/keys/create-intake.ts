import { ProductKey } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { tokenFields } from '../tokens/token-fields.ts'
import { KEY_ISSUER_ROLE } from './issued-keys.ts'
import { planNewKey } from './new-key.ts'

export const createIntakeKey = defineWrite({
  name: 'dashboard_keys_create_intake',
  method: 'POST',
  path: '/api/v1/products/{product}/intake-keys',
  title: 'Create an intake key',
  activity: 'Key created',
  description:
    'Creates a Website API key (jk_) that can only send to the intake of its kind. The secret is only in this response.',
  scope: 'keys:write',
  product: 'path',
  role: KEY_ISSUER_ROLE,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['quota_exceeded'],
  body: z.strictObject({
    name: ProductKey.shape.name,
    kind: ProductKey.shape.kind.exclude(['api']),
    allowed_networks: tokenFields.allowed_networks.optional(),
    expires_at: tokenFields.expires_at.optional(),
  }),
  output: ProductKey,
  creates: true,
  recentSignIn: true,
  examples: [{ body: { name: 'Checkout', kind: 'payment' } }],
  plan: (call, body) => planNewKey(call, { ...body, scopes: [] }),
})
