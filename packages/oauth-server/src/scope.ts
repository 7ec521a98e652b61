export type ScopeResult =
  | { readonly ok: true; readonly scopes: readonly string[] }
  | { readonly ok: false; readonly reason: 'missing' | 'malformed' }
  | { readonly ok: false; readonly reason: 'not_grantable'; readonly scope: string }

/**
 * The scopes of an authorization request (RFC 6749 §3.3). A scope that cannot be granted rejects the
 * request instead of being dropped, so that a client never has less access than it expects. Duplicates are removed.
 */
export function parseScope(text: string | undefined, grantable: ReadonlySet<string>): ScopeResult {
  if (text === undefined) return { ok: false, reason: 'missing' }
  const names = text.split(' ')
  if (names.includes('')) return { ok: false, reason: 'malformed' }
  const unknown = names.find((name) => !grantable.has(name))
  if (unknown !== undefined) return { ok: false, reason: 'not_grantable', scope: unknown }
  return { ok: true, scopes: [...new Set(names)] }
}

/** The scopes of a text, each once; undefined for no text. */
export function scopeTokens(text: string | undefined): readonly string[] | undefined | 'malformed' {
  if (text === undefined) return undefined
  const names = text.split(' ')
  return names.includes('') ? 'malformed' : [...new Set(names)]
}

/** Whether a refresh request names exactly the granted scopes, in any order; any other set needs new consent. */
export function isSameScope(text: string, granted: readonly string[]): boolean {
  const names = new Set(text.split(' '))
  return names.size === granted.length && granted.every((name) => names.has(name))
}
