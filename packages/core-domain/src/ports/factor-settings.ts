import type { Account } from '../entities/account.ts'
import type { PasskeyId, SessionId } from '../ids.ts'
import type { Secret } from '../secret.ts'
import type { Timestamp } from '../time/instant.ts'
import type { AuditEntry } from './audit.ts'
import type { FactorId } from './second-factors.ts'
import type { Store, Transaction } from './store.ts'

/** A second factor that was checked and is not stored yet. */
export interface CheckedFactor<Result> {
  readonly result: Result
  /** Whether the account had none: recovery codes are made too. */
  readonly first: boolean
  /** What the preview and the audit log say of it. */
  readonly summary: string
  readonly changes: AuditEntry['changes']
  /** Stores it, with an email to the person; returns the recovery codes where they are made. */
  commit(tx: Transaction): Promise<Secret | undefined>
}

export interface FactorRemoval {
  /** Such as `The passkey “Laptop”`. */
  readonly factor: string
  /** Whether no second factor remains. */
  readonly last: boolean
  commit(tx: Transaction): Promise<void>
}

/** The account and the session that sets a factor up, and so has proved it. */
export type FactorSetter = Account & { readonly session: SessionId }

/** Adds and removes the second factors of an account. Run each `commit` in the transaction in which it was planned. */
export interface FactorSettings {
  /** Whether the service requires one of everyone who signs in. */
  readonly required: boolean
  /** Whether browsers offer passkeys at the address of the service. */
  readonly passkeysAvailable: boolean
  setUpAuthenticator(account: Account): {
    readonly setup: string
    readonly secret: string
    readonly uri: string
    readonly qr: { readonly size: number; readonly path: string }
    readonly expires_at: Timestamp
  }
  addAuthenticator(
    given: { readonly setup: string; readonly code: string },
    account: FactorSetter,
    store: Store,
  ): Promise<CheckedFactor<undefined>>
  setUpPasskey(
    account: Account,
    store: Store,
  ): Promise<{
    readonly setup: string
    readonly options: Readonly<Record<string, unknown>> & { readonly challenge: string }
    readonly expires_at: Timestamp
  }>
  addPasskey(
    given: { readonly setup: string; readonly name: string; readonly response: unknown },
    account: FactorSetter,
    store: Store,
  ): Promise<CheckedFactor<{ readonly id: PasskeyId; readonly name: string; readonly created_at: Timestamp }>>
  /** Throws `NotFound`, and `InvalidRequest` for the last one where the service requires one. */
  removal(which: FactorId, account: Account, store: Store): Promise<FactorRemoval>
  replaceRecoveryCodes(account: Account, tx: Transaction): Promise<Secret>
}
