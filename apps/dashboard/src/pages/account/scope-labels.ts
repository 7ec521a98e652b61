import type { Scope } from '../../api/types.ts'

/** What a scope lets a program do, as whoever gives it away understands it. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'account:read': 'See your name, your e-mail address and the products you belong to',
  'products:read': 'See the names and time zones of products',
  'products:write': 'Create products',
  'analytics:read': 'Read statistics: visitors, pages, sources, goals, search and crawler reports',
  'diagnostics:read': 'Check how collecting works: health, installation, proxy, annotations, providers',
  'settings:read': 'See settings: domains, apps, tracked events, preferences, shields, crawlers',
  'settings:write': 'Change settings: names, domains, apps, tracked events, preferences, shields, crawlers',
  'funnels:read': 'See funnels and their results',
  'funnels:write': 'Create, change and delete funnels',
  'team:read': 'See members: names, e-mail addresses and roles',
  'team:write': 'Invite members, change their roles and remove them',
  'keys:read': 'See which product keys there are',
  'keys:write': 'Create and revoke product keys',
  'tokens:read': 'See this token and those made from it',
  'tokens:write': 'Make further tokens, with no more than it has itself, and revoke them',
}

/** The scopes by what they touch, in the order in which people look for them. */
export const SCOPE_GROUPS: readonly { readonly title: string; readonly scopes: readonly Scope[] }[] = [
  { title: 'Statistics', scopes: ['analytics:read', 'diagnostics:read'] },
  { title: 'Products', scopes: ['products:read', 'products:write'] },
  { title: 'Settings', scopes: ['settings:read', 'settings:write'] },
  { title: 'Funnels', scopes: ['funnels:read', 'funnels:write'] },
  { title: 'Team', scopes: ['team:read', 'team:write'] },
  { title: 'Product keys', scopes: ['keys:read', 'keys:write'] },
  { title: 'Tokens', scopes: ['tokens:read', 'tokens:write'] },
  { title: 'Account', scopes: ['account:read'] },
]

export const ALL_SCOPES: readonly Scope[] = SCOPE_GROUPS.flatMap(({ scopes }) => scopes)

export const READING_SCOPES: readonly Scope[] = ['analytics:read', 'diagnostics:read', 'products:read', 'funnels:read']

export function changesSomething(scope: string): boolean {
  return scope.endsWith(':write')
}

/** In words; one that these pages do not know yet by its name. */
export function wordsOf(scope: string): string {
  return Object.hasOwn(SCOPE_WORDS, scope) ? SCOPE_WORDS[scope as Scope] : scope
}

/** The scopes in few words: `Reads statistics and funnels. Changes settings.` */
export function summaryOf(scopes: readonly string[]): string {
  if (ALL_SCOPES.every((scope) => scopes.includes(scope))) return 'Everything an agent may do.'
  const named = (write: boolean) =>
    SCOPE_GROUPS.filter((group) => group.scopes.some((s) => scopes.includes(s) && changesSomething(s) === write)).map(
      ({ title }) => title.toLowerCase(),
    )
  const reads = named(false)
  const changes = named(true)
  return [
    reads.length > 0 && `Reads ${listed(reads)}.`,
    changes.length > 0 ? `Changes ${listed(changes)}.` : 'Changes nothing.',
  ]
    .filter(Boolean)
    .join(' ')
}

function listed(words: readonly string[]): string {
  const lists = new Intl.ListFormat('en', { type: 'conjunction' })
  return lists.format(words)
}
