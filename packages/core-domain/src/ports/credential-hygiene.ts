import { z } from 'zod'
import type { AccountId, TokenId } from '../ids.ts'
import { Timestamp } from '../time/instant.ts'

/** What an account demands of every token and key that is made or replaced in its name. */
export const TokenPolicy = z.object({
  max_lifetime_days: z
    .int()
    .min(1)
    .max(3650)
    .nullable()
    .meta({ description: 'The longest life of a token or key from when it is made or replaced; null for any.' }),
  require_expiry: z.boolean().meta({ description: 'Whether every token and key must have an end.' }),
  revision: z.int(),
  updated_at: Timestamp.nullable().meta({ description: 'Null until the policy is first changed.' }),
})
export type TokenPolicy = z.infer<typeof TokenPolicy>

/** The policy of an account that has set none. */
export const NO_TOKEN_POLICY: TokenPolicy = {
  max_lifetime_days: null,
  require_expiry: false,
  revision: 1,
  updated_at: null,
}

export interface TokenPolicyReader {
  find(account: AccountId): Promise<TokenPolicy>
}

export interface TokenPolicyRepository extends TokenPolicyReader {
  /** Stores the policy and increases its revision. */
  set(
    account: AccountId,
    policy: Pick<TokenPolicy, 'max_lifetime_days' | 'require_expiry'>,
    at: Timestamp,
  ): Promise<TokenPolicy>
}

/** The scopes that a token used, each with its last use, and since when uses are recorded. */
export interface ScopeUses {
  readonly since: Timestamp
  readonly uses: ReadonlyMap<string, Timestamp>
}

export interface ScopeUseReader {
  ofToken(token: TokenId): Promise<ScopeUses>
  /** Of each token that exists. */
  ofTokens(tokens: readonly TokenId[]): Promise<ReadonlyMap<TokenId, ScopeUses>>
}

/** How many days before its end a credential is announced, the earliest first. */
export const NOTICE_DAYS = [14, 7, 1] as const
export type NoticeDays = (typeof NOTICE_DAYS)[number]

/** A credential that ends soon. */
export interface EndingCredential {
  readonly kind: 'token' | 'key' | 'connection'
  readonly id: string
  readonly account: AccountId
  readonly name: string
  readonly ends_at: Timestamp
  /** The token that made it, which may end at the same time. */
  readonly parent: TokenId | null
}

export interface SentNotice {
  readonly days: number
  readonly ends_at: Timestamp
  readonly sent_at: Timestamp
}

export interface ExpiryNoticeReader {
  /**
   * Active credentials of enabled accounts that end within that many days, later than the next shorter notice, that live longer
   * than the notice is long, and of which no such notice was sent.
   */
  due(days: NoticeDays, now: Timestamp, limit: number): Promise<readonly EndingCredential[]>
  /** The notices about a credential, oldest first. */
  of(credential: string): Promise<readonly SentNotice[]>
}

export interface ExpiryNoticeRepository extends ExpiryNoticeReader {
  /** False, changing nothing, if this notice of this end was recorded before. */
  record(credential: string, days: NoticeDays, endsAt: Timestamp, at: Timestamp): Promise<boolean>
  /** Forgets notices of credentials that ended earlier. */
  purge(endedBefore: Timestamp): Promise<void>
}
