export { escapeHtml } from '@footfall/http-primitives'
export {
  InvalidGrantError,
  InvalidRequestError,
  InvalidScopeError,
  OAuthError,
  UnauthorizedClientError,
} from '@node-oauth/oauth2-server'
export type {
  DeviceDecidedView,
  DeviceEntryView,
  DeviceGrantOptions,
  DeviceGrantResult,
  DeviceView,
  IssueResult,
  OwnClient,
} from './device-options.ts'
export type { DocumentResolver } from './documents/fetch-document.ts'
export {
  AbstractGrantType,
  type GrantTypeClass,
  type GrantTypeClient,
  type GrantTypeModel,
  type GrantTypeOptions,
  type GrantTypeRequest,
  type GrantTypeUser,
  type NewToken,
  type SavedToken,
} from './grant-type.ts'
export type {
  ConsentView,
  DecisionForm,
  ErrorView,
  GrantResult,
  LimitedEndpoint,
  OAuthEvent,
  OAuthHost,
  SignedIn,
} from './host.ts'
export type { LifetimeSeconds } from './lifetimes.ts'
export { memoryStores } from './memory-stores.ts'
export type {
  ClientStore,
  CodeStore,
  ConnectionFilter,
  ConnectionStore,
  ConsentStore,
  DeviceApproval,
  DeviceLimits,
  DeviceStore,
  NewConnection,
  OAuthChange,
  OAuthStores,
  Page,
  Rotation,
  UnusedLimits,
} from './ports.ts'
export type {
  AccessToken,
  AllowedDevice,
  AuthorizationCode,
  ClientAuthMethod,
  Connection,
  ConsentRequest,
  DeviceDecision,
  DeviceRequest,
  EpochMs,
  GrantType,
  JsonValue,
  RefreshToken,
  RegisteredClient,
  RequestedAuthorization,
  RevocationReason,
  SecretHash,
} from './records.ts'
export type { OAuthHandler } from './router.ts'
export { createOAuthServer, type OAuthServer } from './server.ts'
export type { OAuthServerOptions } from './settings.ts'
export type {
  ExchangeToken,
  RevokeExchangedToken,
  SubjectTokenType,
  TokenExchangeRequest,
  TokenExchangeResult,
} from './token-exchange.ts'
export { type AccessTokenIssuer, type VerifiedAccess, verifyAccessToken } from './verify-access-token.ts'
