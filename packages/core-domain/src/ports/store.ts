import type { AuditRepository } from './audit.ts'
import type { ConnectedAppRepository } from './connected-apps.ts'
import type { ProductKeyRepository, TokenRepository, UsageRepository } from './credential-repositories.ts'
import type { OutboxRepository } from './outbox.ts'
import type { PasswordResetRepository } from './password-resets.ts'
import type { AccountRepository, MemberRepository } from './people-repositories.ts'
import type { ProductPurgeRepository } from './product-purges.ts'
import type {
  AnnotationRepository,
  AppRepository,
  FunnelRepository,
  IntegrationRepository,
  ProductRepository,
  SettingsRepository,
} from './product-repositories.ts'

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
  readonly passwordResets: PasswordResetRepository
  readonly connectedApps: ConnectedAppRepository
  /** What deleted products left behind. */
  readonly productPurges: ProductPurgeRepository
}

/** A store that can also run several steps as one: all of them commit together, or none. */
export interface TransactionalStore extends Store {
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>
  /** Throws `ServiceUnavailable` when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
