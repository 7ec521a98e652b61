import type { Operation } from './definition.ts'
import { catalog, crawlers, goals, queryStats, realtime, searchConsole } from './definitions/analytics.ts'
import {
  health,
  installation,
  listAnnotations,
  listIntegrations,
  onboarding,
  proxyDiagnostics,
} from './definitions/diagnostics.ts'
import { listFunnels } from './definitions/funnels.ts'
import { getAccount, listMembers, listProductKeys, listTokens } from './definitions/people.ts'
import { getProduct, listProducts } from './definitions/products.ts'
import {
  getApps,
  getCrawlerSettings,
  getDomains,
  getEvents,
  getPreferences,
  getShields,
} from './definitions/settings.ts'

/** Every operation, in the order of the interface's table. Routes, documentation and tests are made from this list. */
export const OPERATIONS: readonly Operation[] = [
  listProducts,
  getProduct,
  catalog,
  queryStats,
  realtime,
  goals,
  searchConsole,
  crawlers,
  health,
  onboarding,
  installation,
  proxyDiagnostics,
  listAnnotations,
  listIntegrations,
  getDomains,
  getApps,
  getEvents,
  getPreferences,
  getShields,
  getCrawlerSettings,
  listFunnels,
  listMembers,
  listProductKeys,
  getAccount,
  listTokens,
]
