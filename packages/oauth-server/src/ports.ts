import type {
  AccessToken,
  AuthorizationCode,
  Connection,
  ConsentRequest,
  DeviceDecision,
  DeviceRequest,
  EpochMs,
  RefreshToken,
  RegisteredClient,
  RevocationReason,
  SecretHash,
} from './records.ts'

/**
 * The stores of the authorization server. These rules hold for every method:
 *
 * - It is one transaction: everything in its comment is durable before the promise resolves, or nothing is.
 * - Where the comment says "only if", the condition and the change are one atomic step (compare-and-set), also between
 *   processes: of concurrent callers exactly one gets `true`.
 * - Time is an argument. Only `purgeExpired` compares `expiresAt`; all other methods return expired, consumed and revoked
 *   records too, and the caller checks them.
 *
 * The stores of one server share a database: the methods `approve` and `redeem` change several.
 */
export interface OAuthStores {
  readonly clients: ClientStore
  readonly consents: ConsentStore
  readonly codes: CodeStore
  readonly devices: DeviceStore
  readonly connections: ConnectionStore
  /**
   * Removes what has expired (`expiresAt <= now`) and is no longer needed:
   *
   * - consent requests, device requests and access tokens, expired;
   * - codes, expired and never consumed;
   * - connections, expired, each with its consumed code and all its tokens;
   * - consumed codes, expired, whose connection does not exist;
   * - client registrations, expired.
   *
   * Consumed codes and refresh tokens of an unexpired connection stay, revoked or not, so that reuse is detected.
   * Returns the number of removed records.
   */
  purgeExpired(now: EpochMs): Promise<number>
}

export interface Page {
  readonly limit: number
  /** The id of the last item of the page before; undefined for the first page. */
  readonly after?: string | undefined
}

/** How many unused registrations there may be: those that never got consent (`firstAllowedAt` is undefined). */
export interface UnusedLimits {
  /** A keyed hash of the network that sent this registration; undefined if unknown. */
  readonly network: SecretHash | undefined
  /** From one network. */
  readonly perNetworkMax: number
  /** In total, registrations without a network included. */
  readonly max: number
}

export interface ClientStore {
  /**
   * Adds the client, and first removes the oldest unused registrations by (registeredAt, id): of the same network until
   * fewer than `perNetworkMax` are left, then of all until fewer than `max` are left. Neither number is ever exceeded, also
   * between processes. The network is kept while the registration is unused, and `find` does not return it.
   */
  register(client: RegisteredClient, limits: UnusedLimits): Promise<void>
  find(id: string): Promise<RegisteredClient | undefined>
  /** Newest first by (registeredAt, id). */
  list(page: Page): Promise<readonly RegisteredClient[]>
  /**
   * Removes the registration, and revokes at `now` every connection of this client id that is not revoked, also where
   * there is no registration (a client with a metadata document). True if either changed something.
   */
  remove(id: string, now: EpochMs): Promise<boolean>
}

export interface ConsentStore {
  add(request: ConsentRequest): Promise<void>
  find(hash: SecretHash): Promise<ConsentRequest | undefined>
  /**
   * Removes the request only if it exists, and then adds the code, sets the registered client's `firstAllowedAt` if it
   * was undefined, and deletes the network of the registration.
   */
  approve(hash: SecretHash, code: AuthorizationCode): Promise<boolean>
  /** Removes the request only if it exists. */
  remove(hash: SecretHash): Promise<boolean>
}

/** What redeeming a code creates, or a grant type of the host. */
export interface NewConnection {
  readonly connection: Connection
  readonly accessToken: AccessToken
  /** Undefined for a client that may not refresh. */
  readonly refreshToken: RefreshToken | undefined
}

export interface CodeStore {
  find(hash: SecretHash): Promise<AuthorizationCode | undefined>
  /** Marks the code consumed only if it is not, and then adds the connection and its tokens. */
  redeem(hash: SecretHash, created: NewConnection, now: EpochMs): Promise<boolean>
  /** Marks the code consumed only if it is not: its client presented it, and the request was rejected. */
  invalidate(hash: SecretHash, now: EpochMs): Promise<boolean>
}

/** How many undecided requests there may be, expired ones included. */
export interface DeviceLimits {
  /** A keyed hash of the network that sent this request; undefined if unknown. */
  readonly network: SecretHash | undefined
  readonly perNetworkMax: number
  /** For the client of this request. */
  readonly perClientMax: number
}

/** What a person allowed. */
export interface DeviceApproval
  extends Pick<Extract<DeviceDecision, { state: 'allowed' }>, 'accountId' | 'scopes' | 'grant' | 'connectionId'> {
  /** Replaces that of the request. */
  readonly clientName: string
}

export interface DeviceStore {
  /**
   * Adds the request only if no other one has its user code, and first removes the oldest undecided requests by (createdAt,
   * hash): of the same network until fewer than `perNetworkMax` are left, then of the same client until fewer than
   * `perClientMax` are left. Neither number is ever exceeded, also between processes.
   */
  add(request: DeviceRequest, limits: DeviceLimits): Promise<boolean>
  find(hash: SecretHash): Promise<DeviceRequest | undefined>
  findByUserCode(userCodeHash: SecretHash): Promise<DeviceRequest | undefined>
  /**
   * Sets `polledAt` only if the request is undecided. If that is earlier than its interval after the poll before, raises the
   * interval by five seconds, to ten minutes at most, and answers `too_soon`.
   */
  poll(hash: SecretHash, now: EpochMs): Promise<'waits' | 'too_soon'>
  /**
   * Allows the request only if it is undecided; sets the registered client's `firstAllowedAt` if it was undefined, and deletes
   * the network of the registration.
   */
  approve(hash: SecretHash, approval: DeviceApproval, now: EpochMs): Promise<boolean>
  /** Denies the request only if it is undecided. */
  deny(hash: SecretHash, accountId: string, now: EpochMs): Promise<boolean>
  /** Marks an allowed request consumed only if it is not, and then adds the connection and its tokens. */
  redeem(hash: SecretHash, created: NewConnection, now: EpochMs): Promise<boolean>
  /** Marks an allowed request consumed only if it is not, for a client whose credential the host issues itself. */
  consume(hash: SecretHash, now: EpochMs): Promise<boolean>
}

export interface Rotation {
  readonly presented: SecretHash
  readonly connectionId: string
  readonly accessToken: AccessToken
  /** Its generation is one more than that of the presented token. */
  readonly refreshToken: RefreshToken
  readonly now: EpochMs
  /**
   * Undefined: only an unconsumed token rotates. Otherwise also one that was consumed at this time or later, if it is of
   * the generation directly before the connection's.
   */
  readonly consumedSince: EpochMs | undefined
}

export interface ConnectionFilter {
  readonly accountId?: string | undefined
  readonly clientId?: string | undefined
  /** Only connections that are neither revoked nor expired at this time. */
  readonly liveAt?: EpochMs | undefined
}

/** A change that stores report in the transaction that makes it, for an audit log: `onChange` of those in a database. */
export type OAuthChange =
  | { readonly kind: 'consent_allowed'; readonly code: AuthorizationCode }
  | { readonly kind: 'consent_denied'; readonly request: ConsentRequest }
  | { readonly kind: 'device_allowed' | 'device_denied'; readonly request: DeviceRequest }
  | { readonly kind: 'connection_begun'; readonly connection: Connection }
  | { readonly kind: 'connection_revoked'; readonly connection: Connection; readonly because: RevocationReason }

export interface ConnectionStore {
  /**
   * Adds a connection without a code, and its tokens; sets the registered client's `firstAllowedAt` to the connection's
   * `createdAt` if it was undefined, and deletes the network of the registration.
   */
  begin(created: NewConnection): Promise<void>
  find(id: string): Promise<Connection | undefined>
  /** The token of this hash with its connection. The resource server calls it for every request: one indexed read. */
  findByAccessToken(hash: SecretHash): Promise<{ token: AccessToken; connection: Connection } | undefined>
  findByRefreshToken(hash: SecretHash): Promise<{ token: RefreshToken; connection: Connection } | undefined>
  /**
   * Only if the connection is not revoked and the presented token may rotate (see `consumedSince`): marks it consumed at
   * `now` unless it was, adds the new tokens, raises the connection's generation to the new token's where
   * that is higher, and sets its `refreshedAt` to `now`.
   */
  rotate(rotation: Rotation): Promise<boolean>
  /**
   * Sets `revokedAt` only if it is undefined; no token of the connection is accepted from then on. `because` is for stores
   * that keep an audit log.
   */
  revoke(id: string, now: EpochMs, because: RevocationReason): Promise<boolean>
  /** Newest first by (createdAt, id). */
  list(filter: ConnectionFilter, page: Page): Promise<readonly Connection[]>
}
