import { TOOLSETS } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { MCP_OPERATIONS } from '../interface.ts'
import { toolsetOf } from './toolsets.ts'

const namesOf = (toolset: string) =>
  MCP_OPERATIONS.filter((operation) => toolsetOf(operation) === toolset).map(({ name }) => name.replace('service_', ''))

describe('toolsets', () => {
  it('every operation for machines is in exactly one tool group', () => {
    expect(namesOf('analytics')).toEqual([
      'products_list',
      'products_get',
      'analytics_catalog',
      'analytics_query',
      'analytics_realtime',
      'analytics_goals',
      'analytics_search_console',
      'analytics_crawlers',
      'diagnostics_health',
      'diagnostics_onboarding',
      'diagnostics_installation',
      'diagnostics_proxy',
      'diagnostics_annotations',
      'diagnostics_integrations',
    ])
    expect(namesOf('content')).toEqual([
      'segments_list',
      'segments_create',
      'segments_update',
      'annotations_create',
      'annotations_update',
      'alerts_list',
      'alerts_create',
      'alerts_update',
      'reports_list',
      'reports_create',
      'reports_update',
      'analytics_errors',
      'analytics_journeys',
    ])
    expect(namesOf('team')).toEqual(['team_list', 'team_invite', 'team_update', 'team_remove'])
    expect(namesOf('tokens').sort()).toEqual([
      'account_get',
      'keys_create',
      'keys_list',
      'keys_revoke',
      'tokens_create',
      'tokens_list',
      'tokens_revoke',
    ])
    expect(TOOLSETS.flatMap(namesOf)).toHaveLength(MCP_OPERATIONS.length)
  })

  it('operations of a host, and those in no other group, are in settings', () => {
    expect(toolsetOf({ name: 'shop_orders_list' })).toBe('settings')
    expect(toolsetOf({ name: 'service_products_update' })).toBe('settings')
    expect(toolsetOf({ name: 'service_products_create' })).toBe('settings')
  })
})
