import type { AccountId, ConnectionId, ProductId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { Page, PageRequest } from './paging.ts'

/** An application that a person let in, as the authorization server recorded it. */
export interface ConnectedApp {
  readonly id: ConnectionId
  /** An id that it was registered under, or the address of its metadata document. */
  readonly client_id: string
  /** What it calls itself. */
  readonly client_name: string
  /** Where the person was sent back to with the authorization; undefined once that is no longer known. */
  readonly redirect_uri: string | undefined
  readonly scopes: readonly string[]
  readonly products: readonly ProductId[]
  readonly created_at: Timestamp
  readonly expires_at: Timestamp
  readonly revoked_at: Timestamp | undefined
  readonly last_used_at: Timestamp | undefined
}

export interface ConnectedAppReader {
  /** Those of the account, ended ones included, newest first. */
  page(account: AccountId, page: PageRequest): Promise<Page<ConnectedApp>>
  find(account: AccountId, id: ConnectionId): Promise<ConnectedApp | undefined>
  /**
   * Whether the connection was made by this issuer for this resource, is neither revoked nor expired by then, and belongs
   * to an account that is not disabled.
   */
  isLive(
    id: ConnectionId,
    identity: { readonly issuer: string; readonly resource: string },
    now: Timestamp,
  ): Promise<boolean>
  /** Those of the account that are neither revoked nor expired by then. */
  count(account: AccountId, now: Timestamp): Promise<number>
}

export interface ConnectedAppRepository extends ConnectedAppReader {
  /** From now on none of its tokens is accepted. One that is revoked already stays as it is. */
  revoke(account: AccountId, id: ConnectionId, at: Timestamp): Promise<void>
  /** Revokes all of them, with the codes that would become further ones, and answers how many there were. */
  revokeAll(account: AccountId, at: Timestamp): Promise<number>
}
