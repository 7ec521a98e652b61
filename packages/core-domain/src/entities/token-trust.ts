import { z } from 'zod'
import { limitFields } from '../access-limits.ts'
import { TokenId, TrustId } from '../ids.ts'
import { Timestamp } from '../time/instant.ts'
import { ProductSelection } from './credentials.ts'

/** The value of a claim that a trust asks for: equal in type and value. */
export const ClaimValue = z.union([z.string(), z.number(), z.boolean()])

/** The limits of a trust; what is absent is as the token has it when a token is exchanged. */
export const TrustLimits = z.strictObject({
  read_only: limitFields.read_only.optional(),
  toolsets: limitFields.toolsets.optional(),
  preview_first: limitFields.preview_first.optional(),
  approval: limitFields.approval.optional(),
})
export type TrustLimits = z.infer<typeof TrustLimits>

/** Whose identity tokens may be exchanged for a child of an account token, and for how much access. */
export const TokenTrust = z.object({
  id: TrustId,
  token_id: TokenId.meta({ description: 'The account token whose children it makes.' }),
  issuer: z.string().meta({ description: 'The `iss` of the tokens that are exchanged.' }),
  audience: z.string().meta({ description: 'Their only `aud`.' }),
  subject: z.string().meta({ description: 'Their `sub`, where `*` stands for any text without `/` and `:`.' }),
  claims: z.record(z.string(), ClaimValue).meta({ description: 'Further required claims.' }),
  scopes: z.array(z.string()),
  products: ProductSelection,
  limits: TrustLimits,
  lifetime_seconds: z.int().meta({ description: 'How long the child lives.' }),
  created_at: Timestamp,
})
export type TokenTrust = z.infer<typeof TokenTrust>
