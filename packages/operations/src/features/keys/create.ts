import { PRODUCT_KEY_SCOPES, ProductKey } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite } from '../../definition/index.ts'
import { tokenFields } from '../tokens/token-fields.ts'
import { KEY_ISSUER_ROLE } from './issued-keys.ts'
import { planNewKey } from './new-key.ts'

export const createProductKey = defineWrite({
  name: 'service_keys_create',
  method: 'POST',
  path: '/api/v1/products/{product}/keys',
  title: 'Create a Website API key',
  activity: 'Key created',
  description:
    'Creates a Website API key (jk_) that reads statistics or funnels of this product, never beyond the caller. The secret is only in this response.',
  scope: 'keys:write',
  product: 'path',
  role: KEY_ISSUER_ROLE,
  errors: ['delegation_exceeded', 'quota_exceeded'],
  body: z.strictObject({
    name: ProductKey.shape.name.meta({ description: 'What people call it.' }),
    kind: z
      .literal('api', { error: 'must be "api"; keys of other kinds are created in the dashboard' })
      .default('api')
      .meta({ description: 'Others are made in the dashboard.' }),
    scopes: z
      .array(z.enum(PRODUCT_KEY_SCOPES))
      .min(1)
      .max(PRODUCT_KEY_SCOPES.length)
      .meta({ description: 'What it reads.' }),
    allowed_networks: tokenFields.allowed_networks.optional(),
    expires_at: tokenFields.expires_at.optional().meta({ description: 'RFC 3339.' }),
  }),
  output: ProductKey,
  creates: true,
  recentSignIn: true,
  examples: [
    { body: { name: 'Key', scopes: ['analytics:read'] } },
    { body: { name: 'Key', scopes: ['funnels:read'] } },
  ],
  plan: (call, body) => planNewKey(call, body),
})
