import type { AccountId, PasskeyId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { SECOND_FACTOR_METHODS } from './second-factor-methods.ts'

export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number]

/** Names a second factor of an account. */
export type FactorId = 'authenticator' | PasskeyId

/** The authenticator app of an account (TOTP, RFC 6238). */
export interface AuthenticatorRecord {
  readonly account: AccountId
  /** The shared secret, encrypted. */
  readonly sealed_secret: string
  /** The time step of the newest accepted code. No code of this or an earlier step is accepted again. */
  readonly last_step: number
  readonly created_at: Timestamp
}

/** A passkey (WebAuthn credential) of an account. */
export interface PasskeyRecord {
  readonly id: PasskeyId
  readonly account: AccountId
  readonly name: string
  /** Chosen by the authenticator, base64url. */
  readonly credential_id: string
  /** COSE public key, base64url. */
  readonly public_key: string
  /** The newest signature counter; 0 for authenticators that do not count. */
  readonly counter: number
  readonly transports: readonly string[]
  readonly created_at: Timestamp
  readonly last_used_at: Timestamp | undefined
}

export interface SecondFactorReader {
  /** Whether the account has an authenticator app or a passkey. */
  has(account: AccountId): Promise<boolean>
  authenticator(account: AccountId): Promise<AuthenticatorRecord | undefined>
  /** Oldest first. */
  passkeys(account: AccountId): Promise<readonly PasskeyRecord[]>
  /** The passkey with this credential id, of whichever account. */
  findPasskey(credentialId: string): Promise<PasskeyRecord | undefined>
  /** The number of unused recovery codes. */
  countRecoveryCodes(account: AccountId): Promise<number>
}

export interface SecondFactorRepository extends SecondFactorReader {
  /** Throws `AlreadyExists` if the account has one. */
  insertAuthenticator(record: AuthenticatorRecord): Promise<void>
  /** False when there was none. */
  removeAuthenticator(account: AccountId): Promise<boolean>
  /** Marks the code of this time step as used; false when it, or a later one, was used before. */
  useStep(account: AccountId, step: number): Promise<boolean>
  /** Throws `AlreadyExists` for a known credential. */
  insertPasskey(record: PasskeyRecord): Promise<void>
  /** False when the account has no such passkey. */
  removePasskey(account: AccountId, id: PasskeyId): Promise<boolean>
  /** Stores a use; false when the passkey was used or removed since `before` was read. */
  usePasskey(before: PasskeyRecord, counter: number, at: Timestamp): Promise<boolean>
  /** Replaces all recovery codes. `hashes` are SHA-256. */
  putRecoveryCodes(account: AccountId, hashes: readonly string[], at: Timestamp): Promise<void>
  /** False for an unknown or used code. */
  useRecoveryCode(account: AccountId, hash: string): Promise<boolean>
  /** Removes every second factor and recovery code; returns the number of factors. */
  removeAll(account: AccountId): Promise<number>
  /** Marks a challenge as used until it expires; false when it was used before. */
  useChallenge(challenge: string, expiresAt: Timestamp): Promise<boolean>
  /** Forgets the uses of challenges that expired earlier. */
  purgeChallenges(expiredBy: Timestamp): Promise<void>
}
