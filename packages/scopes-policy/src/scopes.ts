import { FOOTFALL } from './footfall.ts'

/** Every scope. There is no wildcard, and no scope implies another. */
export const SCOPES = FOOTFALL.scopes
export type Scope = (typeof SCOPES)[number]
export type ScopeSet = ReadonlySet<Scope>

/** The scopes that a person may grant to an OAuth client: none of keys, tokens or the account, and not to create products. */
export const OAUTH_SCOPES = SCOPES.filter(
  (scope) => scope !== 'products:write' && scope !== 'account:read' && !/^(keys|tokens):/.test(scope),
)

/** The scopes of a request that names none. */
export const DEFAULT_READ_SCOPES = [
  'products:read',
  'analytics:read',
  'diagnostics:read',
  'settings:read',
  'funnels:read',
  'team:read',
] as const satisfies readonly Scope[]

/** Whether a text names a scope exactly; `*` and prefixes do not. */
export function isScope(text: string): text is Scope {
  return FOOTFALL.isScope(text)
}

/** Stored scope names as a set. A name that is no longer a scope grants nothing. */
export function scopeSet(names: Iterable<string>): ScopeSet {
  return FOOTFALL.scopeSet(names)
}
