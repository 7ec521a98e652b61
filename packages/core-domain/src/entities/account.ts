import { z } from 'zod'
import { AccountId, MemberId, ProductId } from '../ids.ts'
import { Language } from '../languages/language.ts'
import { Timestamp } from '../time/instant.ts'
import { Email, personText, Role } from './common.ts'

export const Account = z.object({
  id: AccountId,
  email: Email,
  name: personText(120),
  /** Of pages and emails; null where the browser decides. */
  language: Language.nullable(),
  created_at: Timestamp,
})
export type Account = z.infer<typeof Account>

/** The operator can disable an account: it and all its credentials are rejected until it is enabled again. */
export type AccountStatus = 'active' | 'disabled'

export const Member = z.object({
  id: MemberId,
  email: z.string(),
  name: z.string().nullable().meta({ description: 'Null until the invitation is accepted.' }),
  role: Role,
  status: z.enum(['active', 'invited']),
  invited_at: Timestamp.nullable(),
  joined_at: Timestamp.nullable(),
  revision: z.int(),
  updated_at: Timestamp,
})
export type Member = z.infer<typeof Member>

/** The number of days in which an invitation can be accepted. */
export const INVITATION_DAYS = 14

export const Membership = z.object({ product: ProductId, role: Role })
export type Membership = z.infer<typeof Membership>
