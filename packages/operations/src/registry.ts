import type { DownloadOperation } from './definition/download.ts'
import type { Operation } from './definition/operation.ts'
import { accountCredentials } from './definitions/account-credentials.ts'
import { deleteOwnAccount } from './definitions/account-deletion.ts'
import { updateAccount } from './definitions/account-writes.ts'
import { productActivity, tokenActivity } from './definitions/activity.ts'
import { catalog, crawlers, goals, queryStats, realtime, searchConsole } from './definitions/analytics.ts'
import { createAnnotation, deleteAnnotation, updateAnnotation } from './definitions/annotation-writes.ts'
import { deleteApp } from './definitions/app-deletion.ts'
import { listConnections, revokeConnection } from './definitions/connections.ts'
import { breakdowns, overview } from './definitions/dashboard-overview.ts'
import { replaceToken, updateToken } from './definitions/dashboard-tokens.ts'
import {
  health,
  installation,
  listAnnotations,
  listIntegrations,
  onboarding,
  proxyDiagnostics,
} from './definitions/diagnostics.ts'
import { exportEvents } from './definitions/event-export.ts'
import { createFunnel, deleteFunnel, updateFunnel } from './definitions/funnel-writes.ts'
import { listFunnels } from './definitions/funnels.ts'
import { createProductKey, revokeProductKey } from './definitions/key-writes.ts'
import { getAccount, listMembers, listProductKeys, listTokens } from './definitions/people.ts'
import { deleteProduct } from './definitions/product-deletion.ts'
import { createProduct, updateProduct } from './definitions/product-writes.ts'
import { getProduct, listProducts } from './definitions/products.ts'
import {
  authorizeSearchConsole,
  disconnectSearchConsole,
  getSearchConsole,
  selectSearchConsoleProperty,
  syncSearchConsoleNow,
} from './definitions/search-console-connection.ts'
import {
  getApps,
  getCrawlerSettings,
  getDomains,
  getEvents,
  getPreferences,
  getShields,
} from './definitions/settings.ts'
import {
  createApp,
  updateCrawlerSettings,
  updateDomains,
  updateEvents,
  updatePreferences,
  updateShields,
} from './definitions/settings-writes.ts'
import { inviteMember, removeMember, updateMember } from './definitions/team-writes.ts'
import { createToken, revokeToken } from './definitions/token-writes.ts'

/** Every operation, in the order of the interface's table. Routes, documentation and tests are made from this list. */
export const OPERATIONS: readonly Operation[] = [
  listProducts,
  getProduct,
  createProduct,
  updateProduct,
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
  updateDomains,
  getApps,
  createApp,
  getEvents,
  updateEvents,
  getPreferences,
  updatePreferences,
  getShields,
  updateShields,
  getCrawlerSettings,
  updateCrawlerSettings,
  listFunnels,
  createFunnel,
  updateFunnel,
  deleteFunnel,
  listMembers,
  inviteMember,
  updateMember,
  removeMember,
  listProductKeys,
  createProductKey,
  revokeProductKey,
  getAccount,
  listTokens,
  createToken,
  revokeToken,
]

/** What only people do, in the dashboard. */
export const DASHBOARD_OPERATIONS: readonly Operation[] = [
  overview,
  breakdowns,
  updateToken,
  replaceToken,
  tokenActivity,
  productActivity,
  listConnections,
  revokeConnection,
  updateAccount,
  accountCredentials,
  deleteOwnAccount,
  createAnnotation,
  updateAnnotation,
  deleteAnnotation,
  deleteApp,
  deleteProduct,
  getSearchConsole,
  authorizeSearchConsole,
  selectSearchConsoleProperty,
  syncSearchConsoleNow,
  disconnectSearchConsole,
]

/** The files that people take home from the dashboard. */
export const DASHBOARD_DOWNLOADS: readonly DownloadOperation[] = [exportEvents]
