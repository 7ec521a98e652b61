/** Every permission there is. No wildcard exists, and none implies another. */
export const SCOPES = [
  'account:read',
  'products:read',
  'products:write',
  'analytics:read',
  'diagnostics:read',
  'settings:read',
  'settings:write',
  'funnels:read',
  'funnels:write',
  'team:read',
  'team:write',
  'keys:read',
  'keys:write',
  'tokens:read',
  'tokens:write',
] as const
export type Scope = (typeof SCOPES)[number]
export type ScopeSet = ReadonlySet<Scope>

/** What a person may grant to an OAuth client: never the creation of products, keys, tokens, nor the account itself. */
export const OAUTH_SCOPES = SCOPES.filter(
  (scope) => scope !== 'products:write' && scope !== 'account:read' && !/^(keys|tokens):/.test(scope),
)

/** What a client asks for when it has no opinion. */
export const DEFAULT_READ_SCOPES = [
  'products:read',
  'analytics:read',
  'diagnostics:read',
  'settings:read',
  'funnels:read',
  'team:read',
] as const satisfies readonly Scope[]

const KNOWN: ReadonlySet<string> = new Set(SCOPES)

/** Whether a text names a scope exactly; `*` and prefixes do not. */
export function isScope(text: string): text is Scope {
  return KNOWN.has(text)
}

/** Stored scope names as a set. A name that is no longer a scope grants nothing. */
export function scopeSet(names: Iterable<string>): ScopeSet {
  return new Set([...names].filter(isScope))
}
