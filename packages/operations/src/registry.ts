// Made by `pnpm generate` from the files in operations/. Do not edit.
import type { DownloadOperation } from './definition/download.ts'
import type { IntakeOperation } from './definition/intake.ts'
import type { Operation } from './definition/operation.ts'
import type { UploadOperation } from './definition/upload.ts'
import { createAccountReport } from './operations/account-reports/create.ts'
import { deleteAccountReport } from './operations/account-reports/delete.ts'
import { listAccountReports } from './operations/account-reports/list.ts'
import { sendAccountReport } from './operations/account-reports/send.ts'
import { updateAccountReport } from './operations/account-reports/update.ts'
import { addAuthenticator } from './operations/account/add-authenticator.ts'
import { addPasskey } from './operations/account/add-passkey.ts'
import { authenticatorSetup } from './operations/account/authenticator-setup.ts'
import { accountCredentials } from './operations/account/credentials.ts'
import { deleteOwnAccount } from './operations/account/delete.ts'
import { endOtherSessions } from './operations/account/end-other-sessions.ts'
import { endSession } from './operations/account/end-session.ts'
import { getAccount } from './operations/account/get.ts'
import { listSessions } from './operations/account/list-sessions.ts'
import { passkeySetup } from './operations/account/passkey-setup.ts'
import { removeAuthenticator } from './operations/account/remove-authenticator.ts'
import { removePasskey } from './operations/account/remove-passkey.ts'
import { replaceRecoveryCodes } from './operations/account/replace-recovery-codes.ts'
import { secondFactors } from './operations/account/second-factors.ts'
import { updateAccount } from './operations/account/update.ts'
import { createAlert } from './operations/alerts/create.ts'
import { deleteAlert } from './operations/alerts/delete.ts'
import { listAlerts } from './operations/alerts/list.ts'
import { sendAlertTest } from './operations/alerts/send-test.ts'
import { updateAlert } from './operations/alerts/update.ts'
import { catalog } from './operations/analytics/catalog.ts'
import { crawlers } from './operations/analytics/crawlers.ts'
import { goals } from './operations/analytics/goals.ts'
import { queryStats } from './operations/analytics/query.ts'
import { realtime } from './operations/analytics/realtime.ts'
import { searchConsole } from './operations/analytics/search-console.ts'
import { createAnnotation } from './operations/annotations/create.ts'
import { deleteAnnotation } from './operations/annotations/delete.ts'
import { updateAnnotation } from './operations/annotations/update.ts'
import { createApp } from './operations/apps/create.ts'
import { deleteApp } from './operations/apps/delete.ts'
import { getApps } from './operations/apps/get.ts'
import { listConnections } from './operations/connections/list.ts'
import { revokeConnection } from './operations/connections/revoke.ts'
import { getCrawlerSettings } from './operations/crawlers/get.ts'
import { updateCrawlerSettings } from './operations/crawlers/update.ts'
import { breakdowns } from './operations/dashboard/breakdowns.ts'
import { scriptErrors } from './operations/dashboard/errors.ts'
import { journeys } from './operations/dashboard/journeys.ts'
import { overview } from './operations/dashboard/overview.ts'
import { retention } from './operations/dashboard/retention.ts'
import { listAnnotations } from './operations/diagnostics/annotations.ts'
import { health } from './operations/diagnostics/health.ts'
import { installation } from './operations/diagnostics/installation.ts'
import { listIntegrations } from './operations/diagnostics/integrations.ts'
import { onboarding } from './operations/diagnostics/onboarding.ts'
import { proxyDiagnostics } from './operations/diagnostics/proxy.ts'
import { getDomains } from './operations/domains/get.ts'
import { updateDomains } from './operations/domains/update.ts'
import { getEvents } from './operations/events/get.ts'
import { updateEvents } from './operations/events/update.ts'
import { createFunnel } from './operations/funnels/create.ts'
import { deleteFunnel } from './operations/funnels/delete.ts'
import { listFunnels } from './operations/funnels/list.ts'
import { updateFunnel } from './operations/funnels/update.ts'
import { listImports } from './operations/imports/list.ts'
import { removeImport } from './operations/imports/remove.ts'
import { startImport } from './operations/imports/start.ts'
import { uploadImport } from './operations/imports/upload.ts'
import { recordCrawls } from './operations/intake/crawls.ts'
import { collectEvent } from './operations/intake/event.ts'
import { collectEvents } from './operations/intake/events.ts'
import { recordPayment } from './operations/intake/payments.ts'
import { createIntakeKey } from './operations/keys/create-intake.ts'
import { createProductKey } from './operations/keys/create.ts'
import { listProductKeys } from './operations/keys/list.ts'
import { revokeProductKey } from './operations/keys/revoke.ts'
import { getPreferences } from './operations/preferences/get.ts'
import { updatePreferences } from './operations/preferences/update.ts'
import { productActivity } from './operations/products/activity.ts'
import { createProduct } from './operations/products/create.ts'
import { deleteProduct } from './operations/products/delete.ts'
import { exportEvents } from './operations/products/export.ts'
import { getProduct } from './operations/products/get.ts'
import { listProducts } from './operations/products/list.ts'
import { updateProduct } from './operations/products/update.ts'
import { createReport } from './operations/reports/create.ts'
import { deleteReport } from './operations/reports/delete.ts'
import { listReports } from './operations/reports/list.ts'
import { sendReport } from './operations/reports/send.ts'
import { updateReport } from './operations/reports/update.ts'
import { authorizeSearchConsole } from './operations/search-console/authorize.ts'
import { disconnectSearchConsole } from './operations/search-console/disconnect.ts'
import { getSearchConsole } from './operations/search-console/get.ts'
import { selectSearchConsoleProperty } from './operations/search-console/select.ts'
import { syncSearchConsoleNow } from './operations/search-console/sync.ts'
import { createSegment } from './operations/segments/create.ts'
import { deleteSegment } from './operations/segments/delete.ts'
import { listSegments } from './operations/segments/list.ts'
import { updateSegment } from './operations/segments/update.ts'
import { createShare } from './operations/shares/create.ts'
import { endShare } from './operations/shares/end.ts'
import { listShares } from './operations/shares/list.ts'
import { updateShare } from './operations/shares/update.ts'
import { getShields } from './operations/shields/get.ts'
import { updateShields } from './operations/shields/update.ts'
import { inviteMember } from './operations/team/invite.ts'
import { listInvitations } from './operations/team/list-invitations.ts'
import { listMembers } from './operations/team/list.ts'
import { removeMember } from './operations/team/remove.ts'
import { sendInvitationAgain } from './operations/team/send-invitation.ts'
import { updateMember } from './operations/team/update.ts'
import { tokenActivity } from './operations/tokens/activity.ts'
import { createToken } from './operations/tokens/create.ts'
import { listTokens } from './operations/tokens/list.ts'
import { replaceToken } from './operations/tokens/replace.ts'
import { revokeToken } from './operations/tokens/revoke.ts'
import { updateToken } from './operations/tokens/update.ts'
import { eraseVisitor } from './operations/visitors/erase.ts'
import { exportVisitor } from './operations/visitors/export.ts'

export const DECLARED: readonly Operation[] = [
  listProducts,
  getProduct,
  createProduct,
  updateProduct,
  deleteProduct,
  productActivity,
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
  deleteApp,
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
  listInvitations,
  sendInvitationAgain,
  listProductKeys,
  createProductKey,
  revokeProductKey,
  createIntakeKey,
  getAccount,
  updateAccount,
  deleteOwnAccount,
  addAuthenticator,
  addPasskey,
  authenticatorSetup,
  accountCredentials,
  endOtherSessions,
  endSession,
  listSessions,
  passkeySetup,
  removeAuthenticator,
  removePasskey,
  replaceRecoveryCodes,
  secondFactors,
  listTokens,
  createToken,
  updateToken,
  revokeToken,
  tokenActivity,
  replaceToken,
  listAccountReports,
  createAccountReport,
  updateAccountReport,
  deleteAccountReport,
  sendAccountReport,
  listAlerts,
  createAlert,
  updateAlert,
  deleteAlert,
  sendAlertTest,
  createAnnotation,
  updateAnnotation,
  deleteAnnotation,
  listConnections,
  revokeConnection,
  breakdowns,
  scriptErrors,
  journeys,
  overview,
  retention,
  listImports,
  removeImport,
  startImport,
  listReports,
  createReport,
  updateReport,
  deleteReport,
  sendReport,
  getSearchConsole,
  authorizeSearchConsole,
  disconnectSearchConsole,
  selectSearchConsoleProperty,
  syncSearchConsoleNow,
  listSegments,
  createSegment,
  updateSegment,
  deleteSegment,
  listShares,
  createShare,
  updateShare,
  endShare,
  eraseVisitor,
]

export const DASHBOARD_DOWNLOADS: readonly DownloadOperation[] = [
  exportEvents,
  exportVisitor,
]

export const DASHBOARD_UPLOADS: readonly UploadOperation[] = [
  uploadImport,
]

export const INTAKE_OPERATIONS: readonly IntakeOperation[] = [
  collectEvent,
  recordCrawls,
  recordPayment,
  collectEvents,
]
