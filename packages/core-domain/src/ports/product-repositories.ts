import type { Annotation, Integration, IntegrationProvider } from '../entities/insight.ts'
import type { App, Funnel, Product, ProductWithRole } from '../entities/product.ts'
import type { Settings, SettingsDocument, SettingsSection } from '../entities/settings.ts'
import type { AccountId, AnnotationId, AppId, FunnelId, MemberId, ProductId } from '../ids.ts'
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
  /** The product with the account's role on it, or undefined when it does not exist or the account is no active member. */
  findFor(account: AccountId, id: ProductId): Promise<ProductWithRole | undefined>
  /** The product, for principals that are bound to it and have no role. */
  find(id: ProductId): Promise<Product | undefined>
  listFor(account: AccountId, visible: VisibleProducts, page: PageRequest): Promise<Page<ProductWithRole>>
  /** Active tokens, of any account, whose selection names the product. */
  countTokensSelecting(id: ProductId): Promise<number>
  /** Products of which the account is an active owner. */
  countOwnedBy(account: AccountId): Promise<number>
  all(): Promise<readonly Product[]>
}

export interface ProductRepository extends ProductReader {
  /** Inserts the product, its default settings and its first owner. */
  insert(product: NewProduct, owner: { member: MemberId; account: AccountId }): Promise<void>
  /** Sets the name and counts the revision up. */
  rename(id: ProductId, name: string, at: Timestamp): Promise<void>
  /** Takes the product away with everything that is kept of it here, history aside. */
  remove(id: ProductId): Promise<void>
}

export interface SettingsReader {
  /** The document with its revision; every product has all five from its beginning. */
  get<Section extends SettingsSection>(product: ProductId, section: Section): Promise<Settings<Section>>
}

export interface SettingsRepository extends SettingsReader {
  /** Replaces the document and counts its revision up. `preferences.timezone` is the product's time zone. */
  put<Section extends SettingsSection>(
    product: ProductId,
    section: Section,
    document: SettingsDocument<Section>,
    at: Timestamp,
  ): Promise<Settings<Section>>
}

export interface AppReader {
  list(product: ProductId): Promise<readonly App[]>
  find(product: ProductId, id: AppId): Promise<App | undefined>
}

export interface AppRepository extends AppReader {
  insert(product: ProductId, app: App): Promise<void>
  remove(product: ProductId, id: AppId): Promise<void>
}

export interface FunnelReader {
  list(product: ProductId, page: PageRequest): Promise<Page<Funnel>>
  find(product: ProductId, id: FunnelId): Promise<Funnel | undefined>
  count(product: ProductId): Promise<number>
}

export interface FunnelRepository extends FunnelReader {
  insert(product: ProductId, funnel: Funnel): Promise<void>
  /** Replaces name, steps and window, and counts the revision up. */
  replace(
    product: ProductId,
    id: FunnelId,
    change: Pick<Funnel, 'name' | 'steps' | 'window_minutes'>,
    at: Timestamp,
  ): Promise<Funnel>
  remove(product: ProductId, id: FunnelId): Promise<void>
}

export interface AnnotationReader {
  list(product: ProductId, range?: { from: LocalDate; to: LocalDate }): Promise<readonly Annotation[]>
  find(product: ProductId, id: AnnotationId): Promise<Annotation | undefined>
  count(product: ProductId): Promise<number>
}

export interface AnnotationRepository extends AnnotationReader {
  insert(product: ProductId, annotation: Annotation): Promise<void>
  /** Replaces date, title and note, and counts the revision up. */
  replace(
    product: ProductId,
    id: AnnotationId,
    change: Pick<Annotation, 'date' | 'title' | 'note'>,
    at: Timestamp,
  ): Promise<Annotation>
  remove(product: ProductId, id: AnnotationId): Promise<void>
}

export interface IntegrationReader {
  /** One entry per provider that was ever connected or tried. */
  list(product: ProductId): Promise<readonly Integration[]>
  /** The stored connection, for the sync. */
  connection(product: ProductId, provider: IntegrationProvider): Promise<ProviderConnection | undefined>
  /**
   * Connections of a provider whose property is chosen and that somebody asked to sync, or whose last sync is older than
   * `before`. None whose product still has rows of an earlier property.
   */
  due(provider: IntegrationProvider, before: Timestamp): Promise<readonly SyncedConnection[]>
  /** Cleanups that are due, oldest first. */
  dueCleanups(now: Timestamp): Promise<readonly ProviderCleanup[]>
}

export interface IntegrationRepository extends IntegrationReader {
  put(connection: ProviderConnection): Promise<void>
  /**
   * Writes down what came of a sync, and that the asking is answered unless somebody asked again meanwhile; nothing where
   * the connection was taken away or made anew since it was read. Answers whether it is the same.
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

/** A connection to an outside provider. It exists only after a person made it. */
export interface ProviderConnection {
  readonly product: ProductId
  readonly provider: IntegrationProvider
  readonly status: 'connected' | 'error'
  readonly detail: string | undefined
  /** What the provider calls the property, e.g. `sc-domain:example.com`; undefined until a person chose one. */
  readonly property: string | undefined
  /** Those that the provider listed when the connection was made. */
  readonly properties: readonly string[]
  /** The provider's refresh token, sealed (`createSealer`) for product and provider. */
  readonly refresh_token: string
  readonly synced_at: Timestamp | undefined
  /** When a person asked for a sync that has not been made yet. */
  readonly sync_requested_at: Timestamp | undefined
  readonly updated_at: Timestamp
}

export interface SyncedConnection extends ProviderConnection {
  readonly property: string
}

/** What has to be deleted or revoked outside the control data after a connection has changed or ended. */
export interface ProviderCleanup {
  readonly id: string
  readonly product: ProductId
  readonly provider: IntegrationProvider
  /** Sealed access that is to be revoked at the provider. */
  readonly refresh_token: string | undefined
  /** Whether the engine still holds rows of it. */
  readonly rows: boolean
  readonly created_at: Timestamp
}
