import type { Scope } from '../../api/types.ts'
import { joined } from '../../messages/joined.ts'
import { t } from '../../messages/messages.ts'

/** What each scope allows, for the person who grants it. */
export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  'account:read': t('scopes.account_read'),
  'products:read': t('scopes.products_read'),
  'products:write': t('scopes.products_write'),
  'analytics:read': t('scopes.analytics_read'),
  'diagnostics:read': t('scopes.diagnostics_read'),
  'settings:read': t('scopes.settings_read'),
  'settings:write': t('scopes.settings_write'),
  'funnels:read': t('scopes.funnels_read'),
  'funnels:write': t('scopes.funnels_write'),
  'content:read': t('scopes.content_read'),
  'content:write': t('scopes.content_write'),
  'team:read': t('scopes.team_read'),
  'team:write': t('scopes.team_write'),
  'keys:read': t('scopes.keys_read'),
  'keys:write': t('scopes.keys_write'),
  'tokens:read': t('scopes.tokens_read'),
  'tokens:write': t('scopes.tokens_write'),
}

/** The scopes by resource, in the order of the page. */
export const SCOPE_GROUPS: readonly { readonly title: string; readonly scopes: readonly Scope[] }[] = [
  { title: t('scopes.group_statistics'), scopes: ['analytics:read', 'diagnostics:read'] },
  { title: t('scopes.group_products'), scopes: ['products:read', 'products:write'] },
  { title: t('scopes.group_settings'), scopes: ['settings:read', 'settings:write'] },
  { title: t('scopes.group_funnels'), scopes: ['funnels:read', 'funnels:write'] },
  { title: t('scopes.group_content'), scopes: ['content:read', 'content:write'] },
  { title: t('scopes.group_team'), scopes: ['team:read', 'team:write'] },
  { title: t('scopes.group_website'), scopes: ['keys:read', 'keys:write'] },
  { title: t('scopes.group_tokens'), scopes: ['tokens:read', 'tokens:write'] },
  { title: t('scopes.group_account'), scopes: ['account:read'] },
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

/** `Can read: Statistics and Funnels. Can change: Settings.` */
export function summarizeScopes(scopes: readonly string[]): string {
  if (ALL_SCOPES.every((scope) => scopes.includes(scope))) return t('scopes.summary_all')
  const named = (write: boolean) =>
    SCOPE_GROUPS.filter((group) => group.scopes.some((s) => scopes.includes(s) && isWriteScope(s) === write)).map(
      ({ title }) => title,
    )
  const reads = named(false)
  const changes = named(true)
  return [
    reads.length > 0 && t('scopes.summary_reads', { names: joined(reads) }),
    changes.length > 0 ? t('scopes.summary_changes', { names: joined(changes) }) : t('scopes.summary_no_changes'),
  ]
    .filter(Boolean)
    .join(' ')
}
