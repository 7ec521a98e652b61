import type { CredentialLimits } from '../access-limits.ts'
import type { AccountId, ConnectionId, ProductId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { Page, PageRequest } from './paging.ts'

/** A connection that a person granted to an OAuth client. */
export interface ConnectedApp {
  readonly id: ConnectionId
  /** The registered client id, or the URL of the client metadata document. */
  readonly client_id: string
  /** The name that the client gave. */
  readonly client_name: string
  /** The redirect URI of the authorization; undefined once it is no longer known. */
  readonly redirect_uri: string | undefined
  readonly scopes: readonly string[]
  readonly products: readonly ProductId[]
  readonly limits: CredentialLimits
  readonly created_at: Timestamp
  readonly expires_at: Timestamp
  readonly revoked_at: Timestamp | undefined
  readonly last_used_at: Timestamp | undefined
  readonly last_used_network: string | undefined
  readonly last_used_operation: string | undefined
}

export interface ConnectedAppReader {
  /** The connections of the account, including ended ones, newest first. */
  page(account: AccountId, page: PageRequest): Promise<Page<ConnectedApp>>
  find(account: AccountId, id: ConnectionId): Promise<ConnectedApp | undefined>
  /** The active connection of a token that is neither consumed nor expired at `now`, by the hash of its secret. */
  findBySecret(
    kind: 'oauth_access' | 'oauth_refresh',
    secretHash: string,
    now: Timestamp,
  ): Promise<{ readonly app: ConnectedApp; readonly account: AccountId } | undefined>
  /**
   * Whether the connection has this issuer and resource, is neither revoked nor expired at `now`, and belongs to an
   * enabled account.
   */
  isLive(
    id: ConnectionId,
    identity: { readonly issuer: string; readonly resource: string },
    now: Timestamp,
  ): Promise<boolean>
  /** Counts the connections of the account that are neither revoked nor expired at `now`. */
  count(account: AccountId, now: Timestamp): Promise<number>
}

export interface ConnectedAppRepository extends ConnectedAppReader {
  /** Rejects its tokens from now on. Does not change a connection that is already revoked. */
  revoke(account: AccountId, id: ConnectionId, at: Timestamp): Promise<void>
  /** Revokes all connections and codes of the account, and returns how many connections were active. */
  revokeAll(account: AccountId, at: Timestamp): Promise<number>
}
