export type ScopeAnswer =
  | { readonly ok: true; readonly scopes: readonly string[] }
  | { readonly ok: false; readonly reason: 'missing' | 'malformed' }
  | { readonly ok: false; readonly reason: 'not_grantable'; readonly scope: string }

/**
 * The scopes of an authorization request (RFC 6749 §3.3). Nothing is dropped: a scope that cannot be granted refuses the
 * request, so that a client never runs with less than it believes to have. Twice the same is once.
 */
export function parseScope(text: string | undefined, grantable: ReadonlySet<string>): ScopeAnswer {
  if (text === undefined) return { ok: false, reason: 'missing' }
  const names = text.split(' ')
  if (names.includes('')) return { ok: false, reason: 'malformed' }
  const unknown = names.find((name) => !grantable.has(name))
  if (unknown !== undefined) return { ok: false, reason: 'not_grantable', scope: unknown }
  return { ok: true, scopes: [...new Set(names)] }
}

/** Whether a refresh names the granted set, in any order: neither more nor less (both need new consent). */
export function isSameScope(text: string, granted: readonly string[]): boolean {
  const names = new Set(text.split(' '))
  return names.size === granted.length && granted.every((name) => names.has(name))
}
