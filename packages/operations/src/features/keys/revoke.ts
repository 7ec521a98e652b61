import { existing, ProductKey, ProductKeyId, timestamp } from '@footfall/core-domain'
import { defineWrite } from '../../definition/index.ts'

export const revokeProductKey = defineWrite({
  name: 'service_keys_revoke',
  method: 'DELETE',
  path: '/api/v1/products/{product}/keys/{key_id}',
  title: 'Revoke a Website API key',
  activity: 'Key revoked',
  description: 'Revokes a Website API key for good; it fails from the next request on.',
  scope: 'keys:write',
  product: 'path',
  role: 'admin',
  params: { key_id: ProductKeyId.meta({ description: 'From service_keys_list.' }) },
  output: ProductKey,
  destructive: true,
  examples: [{ path: { key_id: 'key' } }],
  async plan({ store, product, clock }, { key_id }) {
    const key = existing(await store.productKeys.find(product.id, key_id))
    return {
      summary: `Revoke the key “${key.name}” (${key.prefix}…) of “${product.name}”.`,
      changes: key.status === 'revoked' ? [] : [{ path: 'status', from: key.status, to: 'revoked' }],
      revision: key.revision,
      warnings: async () => (key.last_used_at === null ? [] : [`Last used: ${key.last_used_at}.`]),
      async commit({ store }) {
        const result =
          key.status === 'revoked' ? key : await store.productKeys.revoke(product.id, key.id, timestamp(clock.now()))
        return { result, subject: key.id }
      },
    }
  },
})
