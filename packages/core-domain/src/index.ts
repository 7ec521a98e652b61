export { CollectedEvent, CrawlerHit, CrawlerHits, EventProperties, Money, MoneyAmount, Payment } from './collected.ts'
export { Account, Member, Membership } from './entities/account.ts'
export { CountryCode, CurrencyCode, Email, mutable, personText, Revision, Role } from './entities/common.ts'
export { AccountToken, PRODUCT_KEY_SCOPES, ProductKey, ProductSelection } from './entities/credentials.ts'
export { Annotation, INTEGRATION_PROVIDERS, Integration, IntegrationProvider } from './entities/insight.ts'
export { App, Funnel, FunnelStep, Product, ProductName } from './entities/product.ts'
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
  CredentialNotAccepted,
  DomainError,
  ERROR_CODES,
  type ErrorCode,
  type FieldError,
  InsufficientScope,
  InvalidRequest,
  InvalidToken,
  MethodNotAllowed,
  NotFound,
  PayloadTooLarge,
  RateLimited,
  RoleForbidden,
  ServiceUnavailable,
  UnsupportedMediaType,
} from './errors.ts'
export {
  AccountId,
  AnnotationId,
  AppId,
  FunnelId,
  type IdFactory,
  idFactory,
  MemberId,
  ProductId,
  ProductKeyId,
  TokenId,
} from './ids.ts'
export type {
  Analytics,
  CollectionEvidence,
  Report,
  ReportRange,
  ReportScope,
  StatsAnswer,
  StatsQuery,
} from './ports/analytics.ts'
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
export type { RateLimiter, RateVerdict } from './ports/rate-limiter.ts'
export type {
  AccountRepository,
  AnnotationRepository,
  AppRepository,
  FunnelRepository,
  IntegrationRepository,
  MemberRepository,
  NewMember,
  NewProduct,
  Page,
  PagePosition,
  PageRequest,
  ProductKeyRecord,
  ProductKeyRepository,
  ProductRepository,
  ProviderConnection,
  SettingsRepository,
  Store,
  TokenRecord,
  TokenRepository,
  TransactionalStore,
  UsageRepository,
  VisibleProducts,
} from './ports/store.ts'
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
export {
  hashSecret,
  mintSecret,
  SECRET_PREFIXES,
  Secret,
  type SecretKind,
  type StoredSecret,
  secretKind,
} from './secret.ts'
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
export { type Clock, LocalDate, Timestamp, TimeZone, timestamp, UTC } from './time.ts'
export { parseInput, toFieldErrors } from './validation.ts'
