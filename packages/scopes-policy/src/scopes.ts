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

const KNOWN: ReadonlySet<string> = new Set(SCOPES)

/** Whether a text names a scope exactly; `*` and prefixes do not. */
export function isScope(text: string): text is Scope {
  return KNOWN.has(text)
}

/** Stored scope names as a set. A name that is no longer a scope grants nothing. */
export function scopeSet(names: Iterable<string>): ScopeSet {
  return new Set([...names].filter(isScope))
}
