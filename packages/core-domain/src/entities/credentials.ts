import { z } from 'zod'
import { limitFields } from '../access-limits.ts'
import { MemberId, ProductId, ProductKeyId, TokenId } from '../ids.ts'
import { Timestamp } from '../time/instant.ts'
import { personText } from './common.ts'

/** Where a credential is accepted, and where and for what it was last used. */
const useFields = {
  allowed_networks: z
    .array(z.string())
    .meta({ description: 'The only networks that it is accepted from; none for all.' }),
  last_used_network: z.string().nullable().meta({ description: 'The /24 or /48 that it was last used from.' }),
  last_used_operation: z.string().nullable(),
}

/** Which products a credential reaches. `all` includes products that become accessible later. */
export const ProductSelection = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('all') }),
  z.strictObject({
    mode: z.literal('selected'),
    ids: z
      .array(ProductId)
      .min(1)
      .max(1000)
      .overwrite((ids) => [...new Set(ids)]),
  }),
])
export type ProductSelection = z.infer<typeof ProductSelection>

export const AccountToken = z.object({
  id: TokenId,
  name: personText(120),
  prefix: z.string(),
  scopes: z.array(z.string()),
  products: ProductSelection,
  ...limitFields,
  parent_id: TokenId.nullable(),
  depth: z.int().min(0).max(8).meta({ description: '0 for a token made in the dashboard.' }),
  status: z.enum(['active', 'disabled', 'revoked', 'expired']),
  disabled_reason: z.string().optional(),
  expires_at: Timestamp.nullable(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  ...useFields,
  revision: z.int(),
  updated_at: Timestamp,
})
export type AccountToken = z.infer<typeof AccountToken>

export const PRODUCT_KEY_SCOPES = ['analytics:read', 'funnels:read'] as const

export const ProductKey = z.object({
  id: ProductKeyId,
  name: personText(120),
  kind: z.enum(['api', 'payment', 'crawler_intake', 'ingest']),
  scopes: z.array(z.enum(PRODUCT_KEY_SCOPES)),
  prefix: z.string(),
  issued_by: MemberId.nullable().meta({
    description: 'The member who issued it, directly or through a token; null where the issuer is not a member.',
  }),
  status: z.enum(['active', 'disabled', 'revoked', 'expired']),
  disabled_reason: z.string().optional().meta({
    description:
      '`member_removed` when the issuer can no longer issue keys on the product, `token_ended` when the token that issued it, or one above that, was revoked, changed or replaced, `password_changed` when the issuer changed or reset the password, `account_deleted` when the issuer’s account was deleted.',
  }),
  expires_at: Timestamp.optional().meta({ description: 'Absent where the key has no end.' }),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  ...useFields,
  revision: z.int(),
  updated_at: Timestamp,
})
export type ProductKey = z.infer<typeof ProductKey>
