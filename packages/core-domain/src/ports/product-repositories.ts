import type { Annotation, Integration, IntegrationProvider } from '../entities/insight.ts'
import type { App, Funnel, OwnedProduct, Product, ProductWithRole } from '../entities/product.ts'
import type { Segment } from '../entities/segment.ts'
import type { Settings, SettingsDocument, SettingsSection } from '../entities/settings.ts'
import type { AccountId, AnnotationId, AppId, FunnelId, MemberId, ProductId, SegmentId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { LocalDate } from '../time/local-date.ts'
import type { TimeZone } from '../time/time-zone.ts'
import type { VisibleProducts } from './credential-repositories.ts'
import type { Page, PageRequest } from './paging.ts'

export interface NewProduct {
  readonly id: ProductId
  readonly name: string
  readonly timezone: TimeZone
  readonly created_at: Timestamp
}

export interface ProductReader {
  /** The product with the account's role on it, or undefined when it does not exist or the account is not an active member. */
  findFor(account: AccountId, id: ProductId): Promise<ProductWithRole | undefined>
  /** The product, for principals without a role. */
  find(id: ProductId): Promise<Product | undefined>
  /** `findFor` with the owner, by one statement. */
  findOwnedFor(account: AccountId, id: ProductId): Promise<OwnedProduct<ProductWithRole> | undefined>
  /** `find` with the owner, by one statement. */
  findOwned(id: ProductId): Promise<OwnedProduct<Product> | undefined>
  listFor(account: AccountId, visible: VisibleProducts, page: PageRequest): Promise<Page<ProductWithRole>>
  /** The products within `visible` that have exactly this name or have this hostname among their domains, oldest first. */
  listCalled(
    account: AccountId,
    visible: VisibleProducts,
    text: { readonly name: string; readonly hostname: string | undefined },
    limit: number,
  ): Promise<readonly ProductWithRole[]>
  countTokensSelecting(id: ProductId): Promise<number>
  /** Counts the products of which the account is an active owner. */
  countOwnedBy(account: AccountId): Promise<number>
  all(): Promise<readonly Product[]>
  /** All of them: the oldest one of each owning account, then the second one of each, and so on. */
  inTurns(): Promise<readonly Product[]>
}

export interface ProductRepository extends ProductReader {
  /** Inserts the product, its default settings and its first owner. */
  insert(product: NewProduct, owner: { member: MemberId; account: AccountId }): Promise<void>
  /** Sets the name and increases the revision. */
  rename(id: ProductId, name: string, at: Timestamp): Promise<void>
  /** Deletes the product and everything that belongs to it, except the audit log. */
  remove(id: ProductId): Promise<void>
}

export interface SettingsReader {
  /** Every product has all sections. */
  get<Section extends SettingsSection>(product: ProductId, section: Section): Promise<Settings<Section>>
  /** One section of many products, by product; products that do not exist are left out. */
  getEach<Section extends SettingsSection>(
    products: readonly ProductId[],
    section: Section,
  ): Promise<ReadonlyMap<ProductId, Settings<Section>>>
}

export interface SettingsRepository extends SettingsReader {
  /** Replaces the document and increases its revision. `preferences.timezone` is the time zone of the product. */
  put<Section extends SettingsSection>(
    product: ProductId,
    section: Section,
    document: SettingsDocument<Section>,
    at: Timestamp,
  ): Promise<Settings<Section>>
}

/** Entities that belong to a product, and are found, changed and removed within it only. */
interface Finding<Entity, Id> {
  find(product: ProductId, id: Id): Promise<Entity | undefined>
}

interface Changing<Entity, Id> {
  insert(product: ProductId, entity: Entity): Promise<void>
  remove(product: ProductId, id: Id): Promise<void>
}

interface Replacing<Entity, Id, Field extends keyof Entity> {
  /** Replaces these fields and increases the revision. */
  replace(product: ProductId, id: Id, change: Pick<Entity, Field>, at: Timestamp): Promise<Entity>
}

export interface AppReader extends Finding<App, AppId> {
  list(product: ProductId): Promise<readonly App[]>
}

export interface AppRepository extends AppReader, Changing<App, AppId> {}

export interface FunnelReader extends Finding<Funnel, FunnelId> {
  list(product: ProductId, page: PageRequest): Promise<Page<Funnel>>
  count(product: ProductId): Promise<number>
}

export interface FunnelRepository
  extends FunnelReader,
    Changing<Funnel, FunnelId>,
    Replacing<Funnel, FunnelId, 'name' | 'steps' | 'window_minutes'> {}

export interface SegmentReader extends Finding<Segment, SegmentId> {
  /** Oldest first. */
  list(product: ProductId): Promise<readonly Segment[]>
  count(product: ProductId): Promise<number>
}

export interface SegmentRepository
  extends SegmentReader,
    Changing<Segment, SegmentId>,
    Replacing<Segment, SegmentId, 'name' | 'filters'> {}

export interface AnnotationReader extends Finding<Annotation, AnnotationId> {
  list(product: ProductId, range?: { from: LocalDate; to: LocalDate }): Promise<readonly Annotation[]>
  count(product: ProductId): Promise<number>
}

export interface AnnotationRepository
  extends AnnotationReader,
    Changing<Annotation, AnnotationId>,
    Replacing<Annotation, AnnotationId, 'date' | 'title' | 'note' | 'category' | 'color'> {}

export interface IntegrationReader {
  /** One entry per provider with a connection. */
  list(product: ProductId): Promise<readonly Integration[]>
  /** The stored connection, for the sync. */
  connection(product: ProductId, provider: IntegrationProvider): Promise<ProviderConnection | undefined>
  /**
   * Connections with a property for which a sync was requested, or whose last sync is older than `before`. Excludes
   * products that still have rows of an earlier property.
   */
  due(provider: IntegrationProvider, before: Timestamp): Promise<readonly DueConnection[]>
  /** Cleanups that are due, oldest first. */
  dueCleanups(now: Timestamp): Promise<readonly ProviderCleanup[]>
}

export interface IntegrationRepository extends IntegrationReader {
  put(connection: ProviderConnection): Promise<void>
  /**
   * Stores the outcome of a sync, and clears the request for it unless a newer one was made. False, changing nothing, when
   * the connection was removed or made again since it was read.
   */
  recordSync(
    synced: SyncedConnection,
    outcome: Pick<ProviderConnection, 'status' | 'detail' | 'synced_at'>,
    at: Timestamp,
  ): Promise<boolean>
  remove(product: ProductId, provider: IntegrationProvider): Promise<void>
  /** Queues a cleanup, in the transaction that ends or changes the connection. */
  enqueueCleanup(cleanup: ProviderCleanup): Promise<void>
  /** Stores what remains to be done, due again at `until`; removes the cleanup when nothing remains. */
  updateCleanup(cleanup: ProviderCleanup, until: Timestamp): Promise<void>
}

/** A connection to an external provider, which a person made. */
export interface ProviderConnection {
  readonly product: ProductId
  readonly provider: IntegrationProvider
  readonly status: 'connected' | 'error'
  readonly detail: string | undefined
  /** The provider's name of the property, such as `sc-domain:example.com`; undefined until a person has chosen one. */
  readonly property: string | undefined
  /** The properties that the provider listed when the connection was made. */
  readonly properties: readonly string[]
  /** The provider's refresh token, sealed (`createSealer`) for product and provider. */
  readonly refresh_token: string
  readonly synced_at: Timestamp | undefined
  /** When a person requested a sync that has not run yet. */
  readonly sync_requested_at: Timestamp | undefined
  readonly updated_at: Timestamp
}

export interface SyncedConnection extends ProviderConnection {
  readonly property: string
}

export interface DueConnection extends SyncedConnection {
  /** The account that owns the product; absent where nobody does. */
  readonly owner?: AccountId | undefined
}

/** What has to be deleted or revoked outside the control data after a connection has changed or ended. */
export interface ProviderCleanup {
  readonly id: string
  readonly product: ProductId
  readonly provider: IntegrationProvider
  /** The sealed refresh token to revoke at the provider. */
  readonly refresh_token: string | undefined
  /** Whether the warehouse still holds rows of it. */
  readonly rows: boolean
  readonly created_at: Timestamp
}
