import type { ClientAuthMethod, EpochMs, GrantType, SecretHash } from '../records.ts'

/** A client, wherever it is described. */
export interface OAuthClient {
  readonly kind: 'registered' | 'metadata_document'
  readonly id: string
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly authMethod: ClientAuthMethod
  readonly grantTypes: readonly GrantType[]
  readonly secretHash: SecretHash | undefined
  /** Undefined where nothing ends it: a metadata document is read again and again. */
  readonly expiresAt: EpochMs | undefined
}
