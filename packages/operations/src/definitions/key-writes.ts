import {
  DelegationExceeded,
  mintSecret,
  NotFound,
  PRODUCT_KEY_SCOPES,
  ProductKey,
  ProductKeyId,
  QuotaExceeded,
  timestamp,
} from '@footfall/core-domain'
import { z } from 'zod'
import { defineProductWrite } from '../definition/operation.ts'
import { created } from '../definition/plan.ts'
import { notifyOwner } from '../notify-owner.ts'
import { callingToken } from '../tokens/calling-token.ts'

/** What whoever holds a key of each kind does with it. */
const USES: Readonly<Record<ProductKey['kind'], string>> = {
  api: 'reads these statistics',
  payment: 'records payments of this product',
  crawler_intake: 'reports visits of crawlers to this product',
}

export const createProductKey = defineProductWrite({
  name: 'service_keys_create',
  method: 'POST',
  path: '/api/v1/products/{product}/keys',
  title: 'Create a product key',
  description:
    'Creates a Website API key (jk_) that reads statistics or funnels of this product. The caller must hold every scope the key gets. The secret is shown in this one answer. Payment and crawler intake keys are made in the dashboard.',
  body: z.strictObject({
    name: ProductKey.shape.name,
    kind: z.literal('api', { error: 'must be "api"; keys of other kinds are made in the dashboard' }).default('api'),
    scopes: z.array(z.enum(PRODUCT_KEY_SCOPES)).min(1).max(PRODUCT_KEY_SCOPES.length).transform(inOrder),
  }),
  bodyForPeople: z
    .strictObject({
      name: ProductKey.shape.name,
      kind: ProductKey.shape.kind.default('api').meta({
        description: '`api` reads statistics; the others only send to the intake of their name.',
      }),
      scopes: z
        .array(z.enum(PRODUCT_KEY_SCOPES))
        .max(PRODUCT_KEY_SCOPES.length)
        .transform(inOrder)
        .default([])
        .meta({ description: 'At least one for `api`, none for the other kinds.' }),
    })
    .superRefine(({ kind, scopes }, context) => {
      if ((kind === 'api') === scopes.length > 0) return
      const message = kind === 'api' ? 'must name at least one scope' : `must be empty for a key of the kind ${kind}`
      context.addIssue({ code: 'custom', path: ['scopes'], message })
    }),
  output: ProductKey,
  creates: true,
  recentSignIn: true,
  async plan(call, { name, kind, scopes }) {
    const { store, product, principal, account, quotas, ids, clock, random } = call
    const issuer = callingToken(principal)
    const beyond = scopes.filter((scope) => !principal.scopes.has(scope))
    if (beyond.length > 0) throw new DelegationExceeded(`The caller does not have the scopes ${beyond.join(', ')}.`)
    if ((await store.productKeys.count(product.id)) >= quotas.keys) throw new QuotaExceeded('active keys', quotas.keys)
    return {
      summary: `Create the ${kind.replace('_', ' ')} key “${name}” on “${product.name}”${scopes.length === 0 ? '' : ` with ${scopes.join(' and ')}`}.`,
      changes: created({ name, kind, scopes }),
      revision: null,
      warnings: async () => [
        `Whoever holds the key ${USES[kind]}. It ends ${issuer === undefined ? '' : 'with the token that creates it, and '}when the account that creates it is no longer an admin of “${product.name}”.`,
      ],
      async commit() {
        const at = timestamp(clock.now())
        const { secret, stored } = mintSecret('website_key', random)
        const key: Omit<ProductKey, 'issued_by'> = {
          id: ids.productKey(),
          name,
          kind,
          scopes,
          prefix: stored.prefix,
          status: 'active',
          created_at: at,
          last_used_at: null,
          revision: 1,
          updated_at: at,
        }
        await store.productKeys.insert(product.id, key, stored, { account, token: issuer?.token })
        const result = await store.productKeys.find(product.id, key.id)
        if (result === undefined) throw new NotFound()
        await notifyOwner(call, { kind: 'key_created', name, prefix: stored.prefix, product: product.name })
        return { result, secret, subject: key.id }
      },
    }
  },
})

/** Each scope once, in the order of the table. */
function inOrder(scopes: ProductKey['scopes']): ProductKey['scopes'] {
  return PRODUCT_KEY_SCOPES.filter((scope) => scopes.includes(scope))
}

export const revokeProductKey = defineProductWrite({
  name: 'service_keys_revoke',
  method: 'DELETE',
  path: '/api/v1/products/{product}/keys/{key_id}',
  title: 'Revoke a product key',
  description: 'Ends a product key for good, with the next request that uses it.',
  params: { key_id: ProductKeyId },
  output: ProductKey,
  destructive: true,
  async plan({ store, product, clock }, { key_id }) {
    const key = await store.productKeys.find(product.id, key_id)
    if (key === undefined) throw new NotFound()
    return {
      summary: `Revoke the key “${key.name}” (${key.prefix}…) of “${product.name}”.`,
      changes: key.status === 'revoked' ? [] : [{ path: 'status', from: key.status, to: 'revoked' }],
      revision: key.revision,
      warnings: async () =>
        key.last_used_at === null ? [] : [`It was last used at ${key.last_used_at}; what uses it stops working.`],
      async commit() {
        const result =
          key.status === 'revoked' ? key : await store.productKeys.revoke(product.id, key.id, timestamp(clock.now()))
        return { result, subject: key.id }
      },
    }
  },
})
