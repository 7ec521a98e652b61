import type {
  AccessToken,
  AuthorizationCode,
  Connection,
  ConsentRequest,
  EpochMs,
  RefreshToken,
  RegisteredClient,
  RevocationReason,
  SecretHash,
} from './records.ts'

/**
 * Where everything is kept. Three promises hold for every method:
 *
 * - It is one transaction: all that its comment says happens, durably and before the promise resolves, or nothing does.
 * - Where it says "only if", the condition and the change are one atomic step (compare-and-set), also between processes:
 *   of many callers at once exactly one sees `true`. Nobody reads first and writes later.
 * - Time is an argument. A store compares `expiresAt` only in `purgeExpired`; elsewhere it returns
 *   expired, consumed and revoked records as they are, since telling them apart is the caller's business.
 *
 * Stores of one server share a database: `approve` and `redeem` span several.
 */
export interface OAuthStores {
  readonly clients: ClientStore
  readonly consents: ConsentStore
  readonly codes: CodeStore
  readonly connections: ConnectionStore
  /**
   * Removes what has expired (`expiresAt <= now`) and what nothing can need any more:
   *
   * - consent requests and access tokens, expired;
   * - codes, expired and never consumed;
   * - connections, expired, and with each its consumed code and every token;
   * - consumed codes, expired, whose connection does not exist;
   * - client registrations, expired.
   *
   * Consumed codes and refresh tokens of a connection that has not expired stay, revoked or not: a replay must be
   * recognised as long as there is something to revoke. Answers how many records went.
   */
  purgeExpired(now: EpochMs): Promise<number>
}

export interface Page {
  /** At most so many. */
  readonly limit: number
  /** Those after this id in the order of the list; undefined for the first page. */
  readonly after?: string | undefined
}

/** How many registrations may stand unused: those that nobody ever allowed anything (`firstAllowedAt` is undefined). */
export interface UnusedLimits {
  /** Where this registration comes from, as a keyed hash; undefined where that is not known. */
  readonly network: SecretHash | undefined
  /** From one network. */
  readonly perNetworkMax: number
  /** From everywhere, registrations without a network included. */
  readonly max: number
}

export interface ClientStore {
  /**
   * Adds the client, and first removes the oldest unused registrations by (registeredAt, id): of the same network until
   * fewer than `perNetworkMax` are left, then of all until fewer than `max` are left. Also between processes neither number
   * is ever exceeded. The network is kept as long as the registration is unused, and is no part of what `find` answers.
   */
  register(client: RegisteredClient, limits: UnusedLimits): Promise<void>
  find(id: string): Promise<RegisteredClient | undefined>
  /** Newest first by (registeredAt, id). */
  list(page: Page): Promise<readonly RegisteredClient[]>
  /**
   * Removes the registration, and revokes at `now` every connection of this client id that is not revoked, also where
   * there is no registration (a client named by a metadata document). True when either changed something.
   */
  remove(id: string, now: EpochMs): Promise<boolean>
}

export interface ConsentStore {
  add(request: ConsentRequest): Promise<void>
  find(hash: SecretHash): Promise<ConsentRequest | undefined>
  /**
   * Allowed: removes the request only if it is there, and then adds the code, sets the registered client's `firstAllowedAt`
   * if it was undefined, and forgets the network that the registration came from.
   */
  approve(hash: SecretHash, code: AuthorizationCode): Promise<boolean>
  /** Denied: removes the request only if it is there. */
  remove(hash: SecretHash): Promise<boolean>
}

/** What a redeemed code begins, or a grant type that the host added. */
export interface NewConnection {
  readonly connection: Connection
  readonly accessToken: AccessToken
  /** Undefined for a client that may not refresh. */
  readonly refreshToken: RefreshToken | undefined
}

export interface CodeStore {
  find(hash: SecretHash): Promise<AuthorizationCode | undefined>
  /** Marks the code consumed only if it is not, and then adds the connection and its tokens. */
  redeem(hash: SecretHash, begun: NewConnection, now: EpochMs): Promise<boolean>
  /** Marks the code consumed only if it is not: its client presented it, and was refused. */
  invalidate(hash: SecretHash, now: EpochMs): Promise<boolean>
}

export interface Rotation {
  readonly presented: SecretHash
  readonly connectionId: string
  readonly accessToken: AccessToken
  /** Its generation is the presented one's and 1. */
  readonly refreshToken: RefreshToken
  readonly now: EpochMs
  /**
   * Undefined: only an unconsumed token rotates. Otherwise one that was consumed at this instant or later does too, as
   * long as it is of the generation just before the connection's.
   */
  readonly consumedSince: EpochMs | undefined
}

export interface ConnectionFilter {
  readonly accountId?: string | undefined
  readonly clientId?: string | undefined
  /** Leaves out the revoked ones, and those that have expired at this instant. */
  readonly liveAt?: EpochMs | undefined
}

export interface ConnectionStore {
  /**
   * Adds a connection without a code, and its tokens; sets the registered client's `firstAllowedAt` to the connection's
   * `createdAt` if it was undefined, and forgets the network that the registration came from.
   */
  begin(begun: NewConnection): Promise<void>
  find(id: string): Promise<Connection | undefined>
  /** The token of this hash together with its connection: the hot path of the resource server, one indexed read. */
  findByAccessToken(hash: SecretHash): Promise<{ token: AccessToken; connection: Connection } | undefined>
  findByRefreshToken(hash: SecretHash): Promise<{ token: RefreshToken; connection: Connection } | undefined>
  /**
   * Only if the connection is not revoked and the presented token is unconsumed (or forgiven, see `consumedSince`): marks
   * it consumed at `now` unless it was, adds the new tokens, raises the connection's generation to the new token's where
   * that is higher, and sets its `refreshedAt` to `now`.
   */
  rotate(rotation: Rotation): Promise<boolean>
  /**
   * Sets `revokedAt` only if it is undefined; every token of the connection is dead from then on. `because` is for stores
   * that keep a record of what happened.
   */
  revoke(id: string, now: EpochMs, because: RevocationReason): Promise<boolean>
  /** Newest first by (createdAt, id). */
  list(filter: ConnectionFilter, page: Page): Promise<readonly Connection[]>
}
