import type { Role } from '@footfall/core-domain'
import type { Scope } from './scopes.ts'

/** What a call needs: one scope, and the least role on the product it touches (null where no product is touched). */
export interface Access {
  readonly scope: Scope
  readonly role: Role | null
}

const needs = (scope: Scope, role: Role | null): Access => ({ scope, role })

/** The one table of who may call what. Operations look their row up here; docs and tests are made from it. */
export const ACCESS_TABLE = {
  service_products_list: needs('products:read', null),
  service_products_get: needs('products:read', 'viewer'),
  service_products_create: needs('products:write', null),
  service_products_update: needs('settings:write', 'admin'),
  service_analytics_catalog: needs('analytics:read', 'viewer'),
  service_analytics_query: needs('analytics:read', 'viewer'),
  service_analytics_realtime: needs('analytics:read', 'viewer'),
  service_analytics_goals: needs('analytics:read', 'viewer'),
  service_analytics_search_console: needs('analytics:read', 'viewer'),
  service_analytics_crawlers: needs('analytics:read', 'viewer'),
  service_diagnostics_health: needs('diagnostics:read', 'viewer'),
  service_diagnostics_onboarding: needs('diagnostics:read', 'viewer'),
  service_diagnostics_installation: needs('diagnostics:read', 'viewer'),
  service_diagnostics_proxy: needs('diagnostics:read', 'viewer'),
  service_diagnostics_annotations: needs('diagnostics:read', 'viewer'),
  service_diagnostics_integrations: needs('diagnostics:read', 'viewer'),
  service_domains_get: needs('settings:read', 'viewer'),
  service_domains_update: needs('settings:write', 'admin'),
  service_apps_get: needs('settings:read', 'viewer'),
  service_apps_create: needs('settings:write', 'admin'),
  service_events_get: needs('settings:read', 'viewer'),
  service_events_update: needs('settings:write', 'admin'),
  service_preferences_get: needs('settings:read', 'viewer'),
  service_preferences_update: needs('settings:write', 'admin'),
  service_shields_get: needs('settings:read', 'viewer'),
  service_shields_update: needs('settings:write', 'admin'),
  service_crawlers_get: needs('settings:read', 'viewer'),
  service_crawlers_update: needs('settings:write', 'admin'),
  service_funnels_list: needs('funnels:read', 'viewer'),
  service_funnels_create: needs('funnels:write', 'editor'),
  service_funnels_update: needs('funnels:write', 'editor'),
  service_funnels_delete: needs('funnels:write', 'editor'),
  service_team_list: needs('team:read', 'viewer'),
  service_team_invite: needs('team:write', 'admin'),
  service_team_update: needs('team:write', 'admin'),
  service_team_remove: needs('team:write', 'admin'),
  service_keys_list: needs('keys:read', 'admin'),
  service_keys_create: needs('keys:write', 'admin'),
  service_keys_revoke: needs('keys:write', 'admin'),
  service_account_get: needs('account:read', null),
  service_tokens_list: needs('tokens:read', null),
  service_tokens_create: needs('tokens:write', null),
  service_tokens_revoke: needs('tokens:write', null),
} as const satisfies Record<string, Access>

export type Tool = keyof typeof ACCESS_TABLE

/**
 * What people do in the dashboard and machines never do (spec: "Operations done only in the dashboard"). A session
 * holds every scope, so here the role decides.
 */
export const DASHBOARD_ACCESS_TABLE = {
  dashboard_overview: needs('analytics:read', 'viewer'),
  dashboard_breakdowns: needs('analytics:read', 'viewer'),
  dashboard_export: needs('analytics:read', 'admin'),
  dashboard_annotations_create: needs('settings:write', 'editor'),
  dashboard_annotations_update: needs('settings:write', 'editor'),
  dashboard_annotations_delete: needs('settings:write', 'editor'),
  dashboard_products_delete: needs('settings:write', 'owner'),
  dashboard_apps_delete: needs('settings:write', 'admin'),
  dashboard_product_activity: needs('settings:read', 'admin'),
  dashboard_integrations_get: needs('settings:read', 'admin'),
  dashboard_integrations_authorize: needs('settings:write', 'admin'),
  dashboard_integrations_select: needs('settings:write', 'admin'),
  dashboard_integrations_sync: needs('settings:write', 'admin'),
  dashboard_integrations_disconnect: needs('settings:write', 'admin'),
  dashboard_tokens_update: needs('tokens:write', null),
  dashboard_tokens_replace: needs('tokens:write', null),
  dashboard_tokens_activity: needs('tokens:read', null),
  dashboard_connections_list: needs('account:read', null),
  dashboard_connections_revoke: needs('account:read', null),
  dashboard_account_update: needs('account:read', null),
  dashboard_account_credentials: needs('account:read', null),
  dashboard_account_delete: needs('account:read', null),
} as const satisfies Record<string, Access>

export type DashboardOperation = keyof typeof DASHBOARD_ACCESS_TABLE
export type OperationName = Tool | DashboardOperation

/** Whether machines may call it. */
export function isTool(name: string): name is Tool {
  return Object.hasOwn(ACCESS_TABLE, name)
}

export function accessTo(name: OperationName): Access {
  return isTool(name) ? ACCESS_TABLE[name] : DASHBOARD_ACCESS_TABLE[name]
}
