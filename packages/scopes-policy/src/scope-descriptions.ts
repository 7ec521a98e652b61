import type { Scope } from './scopes.ts'

/** What a credential can do with each scope, for the person who grants it: on the consent page and in previews. */
const DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  'account:read': 'See your account: name, email address and the products you belong to',
  'products:read': 'See the names and time zones of the products you choose, and your role in them',
  'products:write': 'Create products',
  'analytics:read': 'Read statistics: visitors, pages, sources, goals, search and crawler reports',
  'diagnostics:read': 'See diagnostics: health, installation, proxy, annotations and connected providers',
  'settings:read': 'See settings: domains, apps, tracked events, preferences, shields and crawlers',
  'settings:write': 'Change settings: names, domains, apps, tracked events, preferences, shields and crawlers',
  'funnels:read': 'See funnels and their results',
  'funnels:write': 'Create, change and delete funnels',
  'content:read': 'See saved segments, alerts and reports with their recipients, script errors and journeys',
  'content:write': 'Create and change segments, annotations, alerts and reports',
  'team:read': 'See members: names, email addresses and roles',
  'team:write': 'Invite members, change their roles and remove them',
  'keys:read': 'See the list of Website API keys',
  'keys:write': 'Create and revoke Website API keys',
  'tokens:read': 'See the list of account tokens',
  'tokens:write': 'Create and revoke account tokens',
}

export function scopeDescription(scope: string): string {
  const descriptions: Readonly<Record<string, string>> = DESCRIPTIONS
  return Object.hasOwn(descriptions, scope) ? (descriptions[scope] ?? scope) : scope
}

export function isWriteScope(scope: string): boolean {
  return scope.endsWith(':write')
}
