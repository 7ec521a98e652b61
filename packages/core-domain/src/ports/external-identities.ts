import type { AccountId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'

/** Who somebody is at an OpenID provider. A provider never gives a subject to somebody else (OpenID Connect Core §2). */
export interface ExternalIdentityKey {
  readonly issuer: string
  readonly subject: string
}

/** The identity at a provider with which a person signs in to an account. */
export interface ExternalIdentity extends ExternalIdentityKey {
  readonly account: AccountId
  /** The address when it was linked. The link stays when the address at the provider changes. */
  readonly email: string
  readonly linked_at: Timestamp
}

export interface ExternalIdentityReader {
  find(key: ExternalIdentityKey): Promise<ExternalIdentity | undefined>
  /** The identities of an account, oldest first; at most one of each issuer. */
  list(account: AccountId): Promise<readonly ExternalIdentity[]>
}

export interface ExternalIdentityRepository extends ExternalIdentityReader {
  /** Throws `AlreadyExists` for an identity that is linked, and for a second one of the same issuer. */
  link(identity: ExternalIdentity): Promise<void>
  /** Unlinks the identities of an account and returns how many there were. */
  unlink(account: AccountId): Promise<number>
}
