import type { AlertReader, AlertRepository } from './alerts.ts'
import type { ApprovalReader, ApprovalRepository } from './approvals.ts'
import type { AuditReader, AuditRepository } from './audit.ts'
import type { ConnectedAppReader, ConnectedAppRepository } from './connected-apps.ts'
import type {
  ExpiryNoticeReader,
  ExpiryNoticeRepository,
  ScopeUseReader,
  TokenPolicyReader,
  TokenPolicyRepository,
} from './credential-hygiene.ts'
import type { ProductKeyReader, ProductKeyRepository, TokenReader, TokenRepository } from './credential-repositories.ts'
import type { DeliveryReader, DeliveryRepository, EmailOptOutReader, EmailOptOutRepository } from './deliveries.ts'
import type { ExternalIdentityReader, ExternalIdentityRepository } from './external-identities.ts'
import type { ImportReader, ImportRepository } from './imports.ts'
import type { KeptSecretRepository } from './kept-secrets.ts'
import type { OutboxReader, OutboxRepository } from './outbox.ts'
import type { PasswordResetReader, PasswordResetRepository } from './password-resets.ts'
import type { AccountReader, AccountRepository, MemberReader, MemberRepository } from './people-repositories.ts'
import type { PreviewUseRepository } from './preview-uses.ts'
import type { ProductPurgeRepository } from './product-purges.ts'
import type {
  AnnotationReader,
  AnnotationRepository,
  AppReader,
  AppRepository,
  FunnelReader,
  FunnelRepository,
  IntegrationReader,
  IntegrationRepository,
  ProductReader,
  ProductRepository,
  SegmentReader,
  SegmentRepository,
  SettingsReader,
  SettingsRepository,
} from './product-repositories.ts'
import type { ScheduledReportReader, ScheduledReportRepository } from './scheduled-reports.ts'
import type { SealedTextReader, SealedTextRepository } from './sealed-texts.ts'
import type { SecondFactorReader, SecondFactorRepository } from './second-factors.ts'
import type { SessionReader, SessionRepository } from './sessions.ts'
import type { SharedLinkReader, SharedLinkRepository } from './shared-links.ts'
import type { ExchangedTokenRepository, TokenTrustReader, TokenTrustRepository } from './token-trusts.ts'
import type { VisitorErasureRepository, VisitorKeyReader, VisitorKeyRepository } from './visitor-identity.ts'

/** Reads the control data. Writing takes a transaction, which offers a `WritableStore`. */
export interface Store {
  readonly accounts: AccountReader
  readonly products: ProductReader
  readonly settings: SettingsReader
  readonly apps: AppReader
  readonly funnels: FunnelReader
  readonly segments: SegmentReader
  readonly sharedLinks: SharedLinkReader
  readonly members: MemberReader
  readonly productKeys: ProductKeyReader
  readonly tokens: TokenReader
  readonly tokenTrusts: TokenTrustReader
  readonly tokenPolicies: TokenPolicyReader
  readonly scopeUses: ScopeUseReader
  readonly expiryNotices: ExpiryNoticeReader
  readonly annotations: AnnotationReader
  readonly alerts: AlertReader
  readonly integrations: IntegrationReader
  readonly audit: AuditReader
  readonly approvals: ApprovalReader
  readonly outbox: OutboxReader
  readonly passwordResets: PasswordResetReader
  readonly connectedApps: ConnectedAppReader
  readonly scheduledReports: ScheduledReportReader
  readonly secondFactors: SecondFactorReader
  readonly deliveries: DeliveryReader
  readonly emailOptOuts: EmailOptOutReader
  readonly externalIdentities: ExternalIdentityReader
  readonly visitorKeys: VisitorKeyReader
  readonly imports: ImportReader
  readonly sealedTexts: SealedTextReader
}

/** Reads and writes the control data inside one transaction. */
export interface WritableStore extends Store {
  readonly accounts: AccountRepository
  readonly products: ProductRepository
  readonly settings: SettingsRepository
  readonly apps: AppRepository
  readonly funnels: FunnelRepository
  readonly segments: SegmentRepository
  readonly sharedLinks: SharedLinkRepository
  readonly members: MemberRepository
  readonly productKeys: ProductKeyRepository
  readonly tokens: TokenRepository
  readonly tokenTrusts: TokenTrustRepository
  /** Identity tokens that were exchanged. */
  readonly exchangedTokens: ExchangedTokenRepository
  readonly tokenPolicies: TokenPolicyRepository
  readonly expiryNotices: ExpiryNoticeRepository
  readonly annotations: AnnotationRepository
  readonly alerts: AlertRepository
  readonly integrations: IntegrationRepository
  readonly audit: AuditRepository
  readonly approvals: ApprovalRepository
  readonly outbox: OutboxRepository
  readonly passwordResets: PasswordResetRepository
  readonly connectedApps: ConnectedAppRepository
  readonly scheduledReports: ScheduledReportRepository
  readonly secondFactors: SecondFactorRepository
  readonly deliveries: DeliveryRepository
  readonly emailOptOuts: EmailOptOutRepository
  readonly externalIdentities: ExternalIdentityRepository
  /** Deleted products whose events are still to be deleted. */
  readonly productPurges: ProductPurgeRepository
  readonly previewUses: PreviewUseRepository
  readonly keptSecrets: KeptSecretRepository
  readonly visitorKeys: VisitorKeyRepository
  readonly imports: ImportRepository
  readonly sealedTexts: SealedTextRepository
  /** Identified visitors whose events are still to be deleted. */
  readonly visitorErasures: VisitorErasureRepository
}

/** Readers, outside or inside a transaction. */
export interface ControlReader {
  readonly store: Store
  readonly sessions: SessionReader
}

/** A unit of work: all its writes commit together, or none does. */
export interface Transaction extends ControlReader {
  readonly store: WritableStore
  readonly sessions: SessionRepository
}

export interface TransactionalStore<Tx extends Transaction = Transaction> extends Store {
  /**
   * Runs the work in a serializable transaction, and again after a conflict with another transaction. So the work must
   * have no effect outside the transaction.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Throws `ServiceUnavailable` when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
