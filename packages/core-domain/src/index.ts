export { assertProductsKeepAnOwner, deleteAccount } from './account-deletion.ts'
export { type AuditFacts, newAuditEntry, recordChange } from './audit-entry.ts'
export { clientNetwork } from './client-network.ts'
export { CollectedEvent, CrawlerHit, CrawlerHits, EventProperties, Money, MoneyAmount, Payment } from './collected.ts'
export { countCredentials, endCredentials } from './end-credentials.ts'
export { Account, type AccountStatus, INVITATION_DAYS, Member, Membership } from './entities/account.ts'
export { CountryCode, CurrencyCode, Email, mutable, personText, Revision, Role } from './entities/common.ts'
export { AccountToken, PRODUCT_KEY_SCOPES, ProductKey, ProductSelection } from './entities/credentials.ts'
export { Annotation, INTEGRATION_PROVIDERS, Integration, IntegrationProvider } from './entities/insight.ts'
export {
  App,
  Funnel,
  FunnelStep,
  type Product,
  ProductName,
  ProductWithRole,
  type ReachedProduct,
} from './entities/product.ts'
export {
  CrawlerSettings,
  Domain,
  Domains,
  defaultSettings,
  Events,
  Preferences,
  SETTINGS,
  type Settings,
  type SettingsDocument,
  type SettingsSection,
  Shields,
  TrackedEvent,
} from './entities/settings.ts'
export {
  AlreadyExists,
  AskerGone,
  CredentialNotAccepted,
  DelegationExceeded,
  DomainError,
  ERROR_CODES,
  type ErrorCode,
  type FieldError,
  IdempotencyConflict,
  IdempotencyKeyRequired,
  IngestLogUnavailable,
  InsufficientScope,
  InvalidRequest,
  InvalidToken,
  MethodNotAllowed,
  NotFound,
  OutcomeUnknown,
  Overloaded,
  PayloadTooLarge,
  QuotaExceeded,
  RateLimited,
  ReauthenticationRequired,
  RequestInProgress,
  RevisionConflict,
  RoleForbidden,
  ServiceUnavailable,
  UnsupportedMediaType,
} from './errors.ts'
export {
  AccountId,
  AnnotationId,
  AppId,
  ConnectionId,
  FunnelId,
  type IdFactory,
  idFactory,
  MemberId,
  PasswordResetId,
  ProductId,
  ProductKeyId,
  SessionId,
  TokenId,
} from './ids.ts'
export { oneAtATime } from './one-at-a-time.ts'
export { type OutageGuardOptions, outageGuard } from './outage-guard.ts'
export type {
  Analytics,
  Asker,
  AskerReports,
  CollectionEvidence,
  Report,
  ReportRange,
  ReportScope,
  Reports,
  StatsAnswer,
  StatsQuery,
} from './ports/analytics.ts'
export type { AuditActor, AuditEntry, AuditFilter, AuditReader, AuditRepository } from './ports/audit.ts'
export type {
  CollectOutcome,
  Collector,
  DailySalts,
  PaymentClaim,
  PaymentLedger,
  ProxyTrace,
  RequestOrigin,
  SaltStore,
  TrackingProfile,
  TrackingProfiles,
} from './ports/collecting.ts'
export type { ConnectedApp, ConnectedAppReader, ConnectedAppRepository } from './ports/connected-apps.ts'
export type {
  IssuedKeys,
  ProductKeyIssuer,
  ProductKeyReader,
  ProductKeyRecord,
  ProductKeyRepository,
  TokenDependents,
  TokenReader,
  TokenRecord,
  TokenRepository,
  VisibleProducts,
} from './ports/credential-repositories.ts'
export { type EventExport, EXPORT_FORMATS, type ExportFormat, type ExportReader } from './ports/event-export.ts'
export type { LastUseRecorder } from './ports/last-use.ts'
export type { Logger } from './ports/logger.ts'
export type { OutboxMail, OutboxRepository } from './ports/outbox.ts'
export type { Page, PagePosition, PageRequest } from './ports/paging.ts'
export type {
  PasswordReset,
  PasswordResetReader,
  PasswordResetRepository,
  PasswordResetRequest,
} from './ports/password-resets.ts'
export type {
  AccountReader,
  AccountRepository,
  EndedWithAccount,
  Invitation,
  MemberReader,
  MemberRecord,
  MemberRepository,
  NewMember,
} from './ports/people-repositories.ts'
export type { ProductPurge, ProductPurgeRepository } from './ports/product-purges.ts'
export type {
  AnnotationReader,
  AnnotationRepository,
  AppReader,
  AppRepository,
  FunnelReader,
  FunnelRepository,
  IntegrationReader,
  IntegrationRepository,
  NewProduct,
  ProductReader,
  ProductRepository,
  ProviderCleanup,
  ProviderConnection,
  SettingsReader,
  SettingsRepository,
  SyncedConnection,
} from './ports/product-repositories.ts'
export type { PolicyState, RateLimiter, RateVerdict } from './ports/rate-limiter.ts'
export type { SessionReader, SessionRecord, SessionRepository } from './ports/sessions.ts'
export type { SignInAttemptRepository, SignInAttempts } from './ports/sign-in-attempts.ts'
export type { ControlReader, Store, Transaction, TransactionalStore, WritableStore } from './ports/store.ts'
export type { Step, Watch } from './ports/watch.ts'
export { type RandomSource, randomBase62 } from './random.ts'
export {
  CatalogReport,
  CrawlersReport,
  FunnelResult,
  GoalsReport,
  HealthReport,
  InstallationReport,
  ProxyReport,
  RealtimeReport,
  ReportMeta,
  SearchConsoleReport,
  StatsReport,
  StatsRow,
} from './reports.ts'
export { createSealer, type Sealer } from './sealed-text.ts'
export {
  hashSecret,
  mintSecret,
  SECRET_PREFIXES,
  Secret,
  type SecretKind,
  type StoredSecret,
  secretKind,
} from './secret.ts'
export { type EndedCredentials, type SecurityEvent, securityNotice } from './security-notice.ts'
export {
  Comparison,
  CRAWLER_PURPOSES,
  CrawlerPurpose,
  DIMENSIONS,
  Dimension,
  DROP_REASONS,
  DropReason,
  FILTER_OPERATORS,
  Filter,
  FilterOperator,
  Interval,
  METRICS,
  Metric,
  type NamedDimension,
  StateReason,
  UNITS,
  type Unit,
  ValueState,
} from './statistics.ts'
export { type Clock, type InstantSpan, startOfHour, Timestamp, timestamp } from './time/instant.ts'
export {
  addDays,
  addMonths,
  dateOfEpochDay,
  daysBetween,
  earlierDate,
  epochDay,
  FIRST_LOCAL_DATE,
  firstOfMonth,
  LAST_LOCAL_DATE,
  LocalDate,
  laterDate,
  utcDate,
  yearBefore,
} from './time/local-date.ts'
export {
  dateIn,
  type OffsetSpan,
  offsetSpans,
  startOfDay,
  TimeZone,
  UTC,
  zonedDay,
  zonedDays,
} from './time/time-zone.ts'
export { DAY_MS, DAY_SECONDS, HOUR_MS, HOUR_SECONDS, MINUTE_MS, SECOND_MS } from './time/units.ts'
export { parseInput, toFieldErrors } from './validation.ts'
