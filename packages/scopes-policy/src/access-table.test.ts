import { describe, expect, it } from 'vitest'
import { ACCESS_TABLE } from './index.ts'

describe('the access table', () => {
  it('is frozen: who may call what is a promise', () => {
    const rows = Object.entries(ACCESS_TABLE).map(
      ([tool, { scope, role }]) => `${tool.slice('service_'.length)} ${scope} ${role ?? '–'}`,
    )
    expect(rows).toEqual([
      'products_list products:read –',
      'products_get products:read viewer',
      'products_create products:write –',
      'products_update settings:write admin',
      'analytics_catalog analytics:read viewer',
      'analytics_query analytics:read viewer',
      'analytics_realtime analytics:read viewer',
      'analytics_goals analytics:read viewer',
      'analytics_search_console analytics:read viewer',
      'analytics_crawlers analytics:read viewer',
      'diagnostics_health diagnostics:read viewer',
      'diagnostics_onboarding diagnostics:read viewer',
      'diagnostics_installation diagnostics:read viewer',
      'diagnostics_proxy diagnostics:read viewer',
      'diagnostics_annotations diagnostics:read viewer',
      'diagnostics_integrations diagnostics:read viewer',
      'domains_get settings:read viewer',
      'domains_update settings:write admin',
      'apps_get settings:read viewer',
      'apps_create settings:write admin',
      'events_get settings:read viewer',
      'events_update settings:write admin',
      'preferences_get settings:read viewer',
      'preferences_update settings:write admin',
      'shields_get settings:read viewer',
      'shields_update settings:write admin',
      'crawlers_get settings:read viewer',
      'crawlers_update settings:write admin',
      'funnels_list funnels:read viewer',
      'funnels_create funnels:write editor',
      'funnels_update funnels:write editor',
      'funnels_delete funnels:write editor',
      'team_list team:read viewer',
      'team_invite team:write admin',
      'team_update team:write admin',
      'team_remove team:write admin',
      'keys_list keys:read admin',
      'keys_create keys:write admin',
      'keys_revoke keys:write admin',
      'account_get account:read –',
      'tokens_list tokens:read –',
      'tokens_create tokens:write –',
      'tokens_revoke tokens:write –',
    ])
  })
})
