import type { TokenTrust } from '../entities/token-trust.ts'
import type { AccountId, TokenId, TrustId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'

/** What trusts are found by; with `trust` no other is. */
export interface TrustedIdentity {
  readonly issuer: string
  readonly audience: string
  readonly heads: readonly string[]
  readonly trust?: TrustId | undefined
}

export interface TokenTrustReader {
  find(id: TrustId): Promise<TokenTrust | undefined>
  /** The trusts of a token, oldest first. */
  list(token: TokenId): Promise<readonly TokenTrust[]>
  count(token: TokenId): Promise<number>
  /**
   * The accounts with a trust of an active token that names this issuer, the oldest trust first. Tokens of disabled accounts are not
   * active here and below.
   */
  trusting(issuer: string, now: Timestamp, limit: number): Promise<readonly AccountId[]>
  /**
   * The oldest trusts of active tokens that name the issuer and the audience, and whose pattern of the subject begins with one of
   * these texts: see `subjectHead`.
   */
  candidates(identity: TrustedIdentity, now: Timestamp, limit: number): Promise<readonly TokenTrust[]>
}

export interface TokenTrustRepository extends TokenTrustReader {
  /** Throws `AlreadyExists` for a second trust of the token in the same identities. `head` is what `candidates` looks for. */
  insert(trust: TokenTrust, head: string): Promise<void>
  /** Throws `NotFound` if there is none. */
  remove(id: TrustId): Promise<void>
}

/** Which identity tokens were exchanged, so that each is once. */
export interface ExchangedTokenRepository {
  /** Records the exchange, in its transaction; false where the token was exchanged before. */
  record(key: string, expiresAt: Timestamp): Promise<boolean>
  /** Forgets tokens that had expired at that time. */
  purge(expiredBy: Timestamp): Promise<void>
}
