import type { Account, PasskeyId, Secret, SessionId, Store, Timestamp, Transaction } from '@footfall/core-domain'

/** A second factor that was checked and is not stored yet. */
interface CheckedFactor<Result> {
  readonly result: Result
  /** Whether the account had none: recovery codes are made too. */
  readonly first: boolean
  /** Stores it, with an email to the person; returns the recovery codes where they are made. */
  commit(tx: Transaction): Promise<Secret | undefined>
}

type Setter = Account & { readonly session: SessionId }

/** The second factors of people, as sign-in keeps them. */
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
    account: Setter,
    store: Store,
  ): Promise<CheckedFactor<undefined>>
  setUpPasskey(
    account: Account,
    store: Store,
  ): Promise<{
    readonly setup: string
    readonly options: Readonly<Record<string, unknown>>
    readonly expires_at: Timestamp
  }>
  addPasskey(
    given: { readonly setup: string; readonly name: string; readonly response: unknown },
    account: Setter,
    store: Store,
  ): Promise<CheckedFactor<{ readonly id: PasskeyId; readonly name: string; readonly created_at: Timestamp }>>
  /** Throws `NotFound`, and `InvalidRequest` for the last one where the service requires one. */
  removal(
    which: 'authenticator' | PasskeyId,
    account: Account,
    store: Store,
  ): Promise<{ readonly factor: string; readonly last: boolean; commit(tx: Transaction): Promise<void> }>
  replaceRecoveryCodes(account: Account, tx: Transaction): Promise<Secret>
}
