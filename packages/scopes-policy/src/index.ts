export type { Access } from './access.ts'
export {
  assertPrincipalKind,
  assertRole,
  assertScope,
  assertSection,
  assertSelected,
} from './authorize.ts'
export {
  DELEGATION_DEPTH_MAX,
  type DelegationExcess,
  type DelegationRequest,
  type Delegator,
  delegationExcess,
  lifeExcess,
  networkExcess,
  selectionWithin,
} from './delegation.ts'
export {
  assertScopes,
  definePolicy,
  type Policy,
  type PolicyNames,
  type ScopeAccess,
  scopesNeeded,
} from './policy.ts'
export {
  type AccountPrincipal,
  type AccountTokenPrincipal,
  actsForAccount,
  CHANNEL_CREDENTIALS,
  type Channel,
  credentialOf,
  endOf,
  limitsOf,
  type OAuthConnectionPrincipal,
  type Principal,
  type PrincipalKind,
  type SessionPrincipal,
  type SharedLinkPrincipal,
  sessionPrincipal,
  sharedLinkPrincipal,
  type WebsiteKeyPrincipal,
} from './principal.ts'
export { roleAtLeast } from './roles.ts'
export { isWriteScope, scopeDescription } from './scope-descriptions.ts'
export { DEFAULT_READ_SCOPES, isScope, OAUTH_SCOPES, SCOPES, type Scope, type ScopeSet, scopeSet } from './scopes.ts'
export { selectionProblem, selects } from './selection.ts'
