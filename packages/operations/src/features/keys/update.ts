import { existing, InvalidRequest, ProductKey, ProductKeyId, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { assertRevision, defineWrite, PEOPLE_ONLY, revisionField, updated } from '../../definition/index.ts'
import { networksText } from '../tokens/limits-text.ts'
import { tokenFields } from '../tokens/token-fields.ts'
import { assertWithinIssuer } from './issuer-networks.ts'

export const updateProductKey = defineWrite({
  name: 'dashboard_keys_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/keys/{key_id}',
  title: 'Change the networks of a Website API key',
  activity: 'Key changed',
  description:
    'Changes the networks that an active key is accepted from, which never reach beyond those of the token that issued it.',
  scope: 'keys:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['delegation_exceeded', 'revision_conflict'],
  params: { key_id: ProductKeyId },
  body: z.strictObject({ allowed_networks: tokenFields.allowed_networks, ...revisionField }),
  output: ProductKey,
  destructive: true,
  recentSignIn: true,
  examples: [{ path: { key_id: 'key' }, body: { allowed_networks: ['203.0.113.0/24'] } }],
  async plan({ store, product, clock }, { key_id, allowed_networks, revision }) {
    const key = existing(await store.productKeys.find(product.id, key_id))
    assertRevision(key, revision)
    if (key.status !== 'active')
      throw new InvalidRequest([{ path: 'key_id', message: `is ${key.status}; only an active key can be changed` }])
    await assertWithinIssuer(store, key, allowed_networks)
    const { changes, before } = updated({ allowed_networks: key.allowed_networks }, { allowed_networks })
    const from = networksText(allowed_networks) || ', from all networks'
    return {
      summary: `Accept the key “${key.name}” (${key.prefix}…) of “${product.name}”${from}.`,
      changes,
      before,
      revision: key.revision,
      async commit({ store }) {
        const at = timestamp(clock.now())
        const result =
          changes.length === 0 ? key : await store.productKeys.setNetworks(product.id, key.id, allowed_networks, at)
        return { result, subject: key.id }
      },
    }
  },
})
