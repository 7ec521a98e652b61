export { ACCESS_TABLE, type Access, type Tool } from './access-table.ts'
export { assertPrincipalKind, assertRole, assertScope, assertSelected } from './authorize.ts'
export {
  DELEGATION_DEPTH_MAX,
  type DelegationExcess,
  type DelegationRequest,
  type Delegator,
  delegationExcess,
  selectionWithin,
} from './delegation.ts'
export type { AccountTokenPrincipal, Principal, PrincipalKind, WebsiteKeyPrincipal } from './principal.ts'
export { roleAtLeast } from './roles.ts'
export { isScope, SCOPES, type Scope, type ScopeSet, scopeSet } from './scopes.ts'
export { selectionProblem, selects } from './selection.ts'
