import type { Timestamp } from '../time/instant.ts'

/** A use of a credential. What is absent stays as it was recorded before. */
export interface CredentialUse {
  readonly kind: 'token' | 'key' | 'connection'
  readonly id: string
  readonly at: Timestamp
  /** The /24 or /48 of the address that it was used from. */
  readonly network?: string
  readonly operation?: string
  /** The scopes of an account token that were needed. */
  readonly scopes?: readonly string[]
}

/**
 * Records when, from where and for what credentials were last used. It is written seconds later in batches, so each batch
 * commits by itself.
 */
export interface LastUseRecorder {
  record(uses: readonly CredentialUse[]): Promise<void>
}
