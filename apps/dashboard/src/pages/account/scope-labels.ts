import type { Scope } from '../../api/types.ts'

/** What each scope allows, for the person who grants it. */
export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  'account:read': 'See your name, your email address and your products',
  'products:read': 'See the names and time zones of products',
  'products:write': 'Create products',
  'analytics:read': 'Read statistics: visitors, pages, sources, goals, search and crawler reports',
  'diagnostics:read': 'See diagnostics: health, installation, proxy, annotations, integrations',
  'settings:read': 'See settings: domains, apps, tracked events, preferences, shields, crawlers',
  'settings:write': 'Change settings: names, domains, apps, tracked events, preferences, shields, crawlers',
  'funnels:read': 'See funnels and their results',
  'funnels:write': 'Create, change and delete funnels',
  'team:read': 'See members: names, email addresses and roles',
  'team:write': 'Invite members, change their roles and remove them',
  'keys:read': 'See Website API keys',
  'keys:write': 'Create and revoke Website API keys',
  'tokens:read': 'See this token and its child tokens',
  'tokens:write': 'Create and revoke child tokens with at most its own access',
}

/** The scopes by resource, in the order of the page. */
export const SCOPE_GROUPS: readonly { readonly title: string; readonly scopes: readonly Scope[] }[] = [
  { title: 'Statistics', scopes: ['analytics:read', 'diagnostics:read'] },
  { title: 'Products', scopes: ['products:read', 'products:write'] },
  { title: 'Settings', scopes: ['settings:read', 'settings:write'] },
  { title: 'Funnels', scopes: ['funnels:read', 'funnels:write'] },
  { title: 'Team', scopes: ['team:read', 'team:write'] },
  { title: 'Website API keys', scopes: ['keys:read', 'keys:write'] },
  { title: 'Tokens', scopes: ['tokens:read', 'tokens:write'] },
  { title: 'Account', scopes: ['account:read'] },
]

export const ALL_SCOPES: readonly Scope[] = SCOPE_GROUPS.flatMap(({ scopes }) => scopes)

export const STATISTICS_SCOPES: readonly Scope[] = [
  'analytics:read',
  'diagnostics:read',
  'products:read',
  'funnels:read',
]

export function isWriteScope(scope: string): boolean {
  return scope.endsWith(':write')
}

/** The label of a scope; an unknown scope stays as it is. */
export function scopeLabel(scope: string): string {
  return Object.hasOwn(SCOPE_LABELS, scope) ? SCOPE_LABELS[scope as Scope] : scope
}

/** `Reads statistics and funnels. Changes settings.` */
export function summarizeScopes(scopes: readonly string[]): string {
  if (ALL_SCOPES.every((scope) => scopes.includes(scope))) return 'Full access.'
  const named = (write: boolean) =>
    SCOPE_GROUPS.filter((group) => group.scopes.some((s) => scopes.includes(s) && isWriteScope(s) === write)).map(
      ({ title }) => title.toLowerCase(),
    )
  const reads = named(false)
  const changes = named(true)
  return [
    reads.length > 0 && `Reads ${joinNames(reads)}.`,
    changes.length > 0 ? `Changes ${joinNames(changes)}.` : 'Changes nothing.',
  ]
    .filter(Boolean)
    .join(' ')
}

function joinNames(words: readonly string[]): string {
  const lists = new Intl.ListFormat('en', { type: 'conjunction' })
  return lists.format(words)
}
