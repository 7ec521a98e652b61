import type { Account, Member, Membership } from '../entities/account.ts'
import type { Role } from '../entities/common.ts'
import type { AccountToken, ProductKey, ProductSelection } from '../entities/credentials.ts'
import type { Annotation, Integration, IntegrationProvider } from '../entities/insight.ts'
import type { App, Funnel, Product } from '../entities/product.ts'
import type { Settings, SettingsDocument, SettingsSection } from '../entities/settings.ts'
import type { AccountId, FunnelId, MemberId, ProductId, ProductKeyId, TokenId } from '../ids.ts'
import type { StoredSecret } from '../secret.ts'
import type { LocalDate, Timestamp, TimeZone } from '../time.ts'

/** One page of a list, oldest first. `after` is the position of the last row already seen. */
export interface PageRequest {
  readonly limit: number
  readonly after?: PagePosition
}
/** Where a page ended: creation time and id, which together order every list totally. */
export interface PagePosition {
  readonly created_at: Timestamp
  readonly id: string
}
export interface Page<T> {
  readonly rows: readonly T[]
  readonly next: PagePosition | undefined
}

/** Narrows a list of products to what a credential may see. */
export type VisibleProducts = ProductSelection

/** An account token together with whose it is and the tokens it descends from, nearest first. */
export interface TokenRecord {
  readonly token: AccountToken
  readonly account: AccountId
  /** Ids from the root token down to this one, this one included. */
  readonly lineage: readonly TokenId[]
}

export interface ProductKeyRecord {
  readonly key: ProductKey
  readonly product: ProductId
}

export interface AccountRepository {
  insert(account: Account): Promise<void>
  find(id: AccountId): Promise<Account | undefined>
  findByEmail(email: string): Promise<Account | undefined>
  list(): Promise<readonly Account[]>
  /** Products the account belongs to with its role, only those within `visible`. */
  memberships(id: AccountId, visible: VisibleProducts): Promise<readonly Membership[]>
  /** The scrypt record by which the account signs in; replaces an earlier one. */
  putPassword(id: AccountId, passwordHash: string, at: Timestamp): Promise<void>
  findPassword(id: AccountId): Promise<string | undefined>
}

export interface NewProduct {
  readonly id: ProductId
  readonly name: string
  readonly timezone: TimeZone
  readonly created_at: Timestamp
}

export interface ProductRepository {
  /** Inserts the product, its default settings and its first owner. */
  insert(product: NewProduct, owner: { member: MemberId; account: AccountId }): Promise<void>
  /** The product with the account's role on it, or undefined when it does not exist or the account is no active member. */
  findFor(account: AccountId, id: ProductId): Promise<Product | undefined>
  /** The product whoever asks, for principals that are bound to it. `role` is `viewer`. */
  find(id: ProductId): Promise<Product | undefined>
  listFor(account: AccountId, visible: VisibleProducts, page: PageRequest): Promise<Page<Product>>
  /** Sets the name and counts the revision up. */
  rename(id: ProductId, name: string, at: Timestamp): Promise<void>
  /** Products of which the account is an active owner. */
  countOwnedBy(account: AccountId): Promise<number>
  all(): Promise<readonly Product[]>
}

export interface SettingsRepository {
  /** The document with its revision; every product has all five from its beginning. */
  get<Section extends SettingsSection>(product: ProductId, section: Section): Promise<Settings<Section>>
  /** Replaces the document and counts its revision up. `preferences.timezone` is the product's time zone. */
  put<Section extends SettingsSection>(
    product: ProductId,
    section: Section,
    document: SettingsDocument<Section>,
    at: Timestamp,
  ): Promise<Settings<Section>>
}

export interface AppRepository {
  insert(product: ProductId, app: App): Promise<void>
  list(product: ProductId): Promise<readonly App[]>
}

export interface FunnelRepository {
  insert(product: ProductId, funnel: Funnel): Promise<void>
  list(product: ProductId, page: PageRequest): Promise<Page<Funnel>>
  find(product: ProductId, id: FunnelId): Promise<Funnel | undefined>
  /** Replaces name, steps and window, and counts the revision up. */
  replace(
    product: ProductId,
    id: FunnelId,
    change: Pick<Funnel, 'name' | 'steps' | 'window_minutes'>,
    at: Timestamp,
  ): Promise<Funnel>
  remove(product: ProductId, id: FunnelId): Promise<void>
  count(product: ProductId): Promise<number>
}

export interface NewMember {
  readonly id: MemberId
  readonly email: string
  readonly role: Role
  /** Set when the person already joined; otherwise the member is invited. */
  readonly account: AccountId | undefined
  readonly at: Timestamp
}

/** A member and the account behind it; undefined while the invitation is open. */
export interface MemberRecord {
  readonly member: Member
  readonly account: AccountId | undefined
}

export interface MemberRepository {
  /** A known e-mail address on the product is `AlreadyExists`. */
  insert(product: ProductId, member: NewMember): Promise<void>
  list(product: ProductId, page: PageRequest): Promise<Page<Member>>
  find(product: ProductId, id: MemberId): Promise<MemberRecord | undefined>
  findByEmail(product: ProductId, email: string): Promise<MemberRecord | undefined>
  /** Sets the role and counts the revision up. */
  setRole(product: ProductId, id: MemberId, role: Role, at: Timestamp): Promise<Member>
  remove(product: ProductId, id: MemberId): Promise<void>
  /** Members, those invited included. */
  count(product: ProductId): Promise<number>
  /** Active owners. */
  countOwners(product: ProductId): Promise<number>
}

export interface ProductKeyRepository {
  insert(
    product: ProductId,
    key: ProductKey,
    secret: StoredSecret,
    /** The account token that issued it, whose end disables the key; undefined when a person made it. */
    issuer: TokenId | undefined,
  ): Promise<void>
  list(product: ProductId, page: PageRequest): Promise<Page<ProductKey>>
  findByHash(secretHash: string): Promise<ProductKeyRecord | undefined>
  find(product: ProductId, id: ProductKeyId): Promise<ProductKey | undefined>
  /** Ends the key for good and counts the revision up. */
  revoke(product: ProductId, id: ProductKeyId, at: Timestamp): Promise<ProductKey>
  /** Keys of the product that are active. */
  count(product: ProductId): Promise<number>
}

/** What hangs on a token: active tokens below it, and active product keys issued by it or by them. */
export interface TokenDependents {
  readonly tokens: number
  readonly keys: number
}

export interface TokenRepository {
  insert(account: AccountId, token: AccountToken, secret: StoredSecret): Promise<void>
  findByHash(secretHash: string): Promise<TokenRecord | undefined>
  /** The token and everything that descends from it. */
  listSubtree(root: TokenId, page: PageRequest): Promise<Page<AccountToken>>
  /** Every token of the account, for its owner and the operator. */
  listForAccount(account: AccountId): Promise<readonly AccountToken[]>
  find(id: TokenId): Promise<TokenRecord | undefined>
  /** Tokens of the account that are active, at any depth. */
  count(account: AccountId): Promise<number>
  dependents(id: TokenId): Promise<TokenDependents>
  /**
   * Revokes the token; in the same step disables every active token below it, with the reason, and every active product
   * key that it or one of them issued. Answers how many fell with it.
   */
  revoke(id: TokenId, reason: string, at: Timestamp): Promise<TokenDependents>
}

export interface AnnotationRepository {
  insert(product: ProductId, annotation: Annotation): Promise<void>
  list(product: ProductId, range?: { from: LocalDate; to: LocalDate }): Promise<readonly Annotation[]>
}

export interface IntegrationRepository {
  /** One entry per provider that was ever connected or tried. */
  list(product: ProductId): Promise<readonly Integration[]>
  /** The stored connection, for the sync. */
  connection(product: ProductId, provider: IntegrationProvider): Promise<ProviderConnection | undefined>
  /** Every connection of a provider whose last sync is older than `before`. */
  due(provider: IntegrationProvider, before: Timestamp): Promise<readonly ProviderConnection[]>
  put(connection: ProviderConnection): Promise<void>
}

/** A connection to an outside provider. It exists only after a person made it. */
export interface ProviderConnection {
  readonly product: ProductId
  readonly provider: IntegrationProvider
  readonly status: 'connected' | 'error'
  readonly detail: string | undefined
  /** What the provider calls the property, e.g. `sc-domain:example.com`. */
  readonly property: string
  /** The provider's refresh token. */
  readonly refresh_token: string
  readonly synced_at: Timestamp | undefined
  readonly updated_at: Timestamp
}

/** When credentials were last used; written in batches, seconds late at most. */
export interface UsageRepository {
  touch(used: readonly { kind: 'token' | 'key' | 'connection'; id: string; at: Timestamp }[]): Promise<void>
}

/** Who did something: the credential, whose it is, and the tokens it descends from. */
export interface AuditActor {
  readonly kind: 'account_token' | 'website_key' | 'oauth_connection' | 'session' | 'operator'
  /** Id of the credential; for an operator at the command line, undefined. */
  readonly credential: string | undefined
  readonly account: AccountId | undefined
  readonly lineage: readonly TokenId[]
}

/** One change that happened. It holds no secret. */
export interface AuditEntry {
  readonly id: string
  readonly at: Timestamp
  readonly actor: AuditActor
  readonly operation: string
  readonly product: ProductId | undefined
  /** Id of what was changed or made. */
  readonly subject: string | undefined
  readonly summary: string
  readonly changes: readonly { readonly path: string; readonly from: unknown; readonly to: unknown }[]
  readonly idempotency_key: string | undefined
  readonly channel: 'rest' | 'mcp' | 'dashboard' | 'cli'
  /** Address that the request came from, where there is one. */
  readonly address: string | undefined
  readonly request_id: string | undefined
}

export interface AuditFilter {
  readonly product?: ProductId | undefined
  readonly account?: AccountId | undefined
  readonly credential?: string | undefined
  readonly idempotency_key?: string | undefined
  readonly since?: Timestamp | undefined
  /** Newest first, at most so many. */
  readonly limit: number
}

export interface AuditRepository {
  append(entry: AuditEntry): Promise<void>
  list(filter: AuditFilter): Promise<readonly AuditEntry[]>
}

/** A mail that leaves once the transaction that wrote it has committed; delivered at least once. */
export interface OutboxMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly created_at: Timestamp
}
export interface OutboxRepository {
  enqueue(mail: OutboxMail): Promise<void>
  /**
   * Takes mails whose time has come, oldest first, for this sender alone until `leaseUntil`; a sender that dies leaves
   * them to the next.
   */
  take(
    now: Timestamp,
    leaseUntil: Timestamp,
    limit: number,
  ): Promise<readonly (OutboxMail & { readonly attempts: number })[]>
  delivered(id: string, at: Timestamp): Promise<void>
  /** Puts it back until `nextAt`; the problem is for the operator and holds no secret. */
  failed(id: string, nextAt: Timestamp, problem: string): Promise<void>
  /** Removes what was delivered before. */
  purge(deliveredBefore: Timestamp): Promise<number>
}

/** The control data of the service. Every method either does all it says or throws. */
export interface Store {
  readonly accounts: AccountRepository
  readonly products: ProductRepository
  readonly settings: SettingsRepository
  readonly apps: AppRepository
  readonly funnels: FunnelRepository
  readonly members: MemberRepository
  readonly productKeys: ProductKeyRepository
  readonly tokens: TokenRepository
  readonly annotations: AnnotationRepository
  readonly integrations: IntegrationRepository
  readonly usage: UsageRepository
  readonly audit: AuditRepository
  readonly outbox: OutboxRepository
}

/** A store that can also run several steps as one: all of them commit together, or none. */
export interface TransactionalStore extends Store {
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>
  /** Throws `ServiceUnavailable` when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
