import { OAUTH_SCOPES } from '@footfall/scopes-policy'
import { describe, expect, it } from 'vitest'
import { DASHBOARD_OPERATIONS, OPERATIONS } from './interface.ts'
import { DASHBOARD_DOWNLOADS, DASHBOARD_UPLOADS, INTAKE_OPERATIONS } from './registry.ts'

/** Who may call what is a promise: a row changes only with the contract. New operations need no row here. */
const PROMISED = `
products_list products:read –
products_get products:read viewer
products_create products:write –
products_update settings:write admin
analytics_catalog analytics:read viewer
analytics_query analytics:read viewer
analytics_realtime analytics:read viewer
analytics_goals analytics:read viewer
analytics_search_console analytics:read viewer
analytics_crawlers analytics:read viewer
diagnostics_health diagnostics:read viewer
diagnostics_onboarding diagnostics:read viewer
diagnostics_installation diagnostics:read viewer
diagnostics_proxy diagnostics:read viewer
diagnostics_annotations diagnostics:read viewer
diagnostics_integrations diagnostics:read viewer
domains_get settings:read viewer
domains_update settings:write admin
apps_get settings:read viewer
apps_create settings:write admin
events_get settings:read viewer
events_update settings:write admin
preferences_get settings:read viewer
preferences_update settings:write admin
shields_get settings:read viewer
shields_update settings:write admin
crawlers_get settings:read viewer
crawlers_update settings:write admin
funnels_list funnels:read viewer
funnels_create funnels:write editor
funnels_update funnels:write editor
funnels_delete funnels:write editor
team_list team:read viewer
team_invite team:write admin
team_update team:write admin
team_remove team:write admin
keys_list keys:read admin
keys_create keys:write admin
keys_revoke keys:write admin
account_get account:read –
tokens_list tokens:read –
tokens_create tokens:write –
tokens_revoke tokens:write –
`
  .trim()
  .split('\n')

describe('the interface of the service', () => {
  const rows = OPERATIONS.map(({ name, scope, role }) => `${name.replace(/^service_/, '')} ${scope} ${role ?? '–'}`)

  it('keeps the scope and lowest role of every promised operation, in the promised order', () => {
    expect(rows.filter((row) => PROMISED.includes(row))).toEqual(PROMISED)
  })

  it('allows machines to call exactly the operations whose names begin with service_', () => {
    for (const { name } of OPERATIONS) expect(name).toMatch(/^service_[a-z]+_[a-z_]+$/)
    for (const { name } of [...DASHBOARD_OPERATIONS, ...DASHBOARD_DOWNLOADS, ...DASHBOARD_UPLOADS])
      expect(name).toMatch(/^dashboard_[a-z_]+$/)
    for (const { name, allowedPrincipals } of [...DASHBOARD_OPERATIONS, ...DASHBOARD_DOWNLOADS, ...DASHBOARD_UPLOADS])
      expect({ name, allowed: [...allowedPrincipals].filter((kind) => kind !== 'shared_link') }).toEqual({
        name,
        allowed: ['session'],
      })
  })

  it('allows Website API keys to call only reads whose scope OAuth can grant', () => {
    const open = OPERATIONS.filter(({ allowedPrincipals }) => allowedPrincipals.has('website_key'))
    expect(open.length).toBeGreaterThan(0)
    for (const { name, kind, scope } of open)
      expect({ name, kind, grantable: OAUTH_SCOPES.includes(scope) }).toEqual({ name, kind: 'read', grantable: true })
  })

  it('allows shared links to call exactly these reads, each as part of one section', () => {
    const all = [...OPERATIONS, ...DASHBOARD_OPERATIONS, ...DASHBOARD_DOWNLOADS, ...DASHBOARD_UPLOADS]
    const open = all.filter(({ allowedPrincipals }) => allowedPrincipals.has('shared_link'))
    expect(open.map(({ name, kind, sharedAs }) => `${name} ${kind} ${sharedAs}`).sort()).toEqual([
      'dashboard_breakdowns read overview',
      'dashboard_journeys read overview',
      'dashboard_overview read overview',
      'service_analytics_crawlers read crawlers',
      'service_analytics_goals read goals',
      'service_analytics_query read overview',
      'service_analytics_realtime read realtime',
      'service_analytics_search_console read search',
      'service_funnels_list read funnels',
    ])
  })

  it('gives every operation a unique name and a unique route', () => {
    const all = [
      ...OPERATIONS,
      ...DASHBOARD_OPERATIONS,
      ...DASHBOARD_DOWNLOADS,
      ...DASHBOARD_UPLOADS,
      ...INTAKE_OPERATIONS,
    ]
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    // The crawler report and its intake share a path and differ in method.
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length)
  })
})
