// Made by `pnpm generate` from the files in features/. Do not edit.
import type { DownloadOperation } from './definition/download.ts'
import type { IntakeOperation } from './definition/intake.ts'
import type { ExecutableWrite, Operation } from './definition/operation.ts'
import type { UploadOperation } from './definition/upload.ts'
import { createAccountReport } from './features/account-reports/create.ts'
import { deleteAccountReport } from './features/account-reports/delete.ts'
import { listAccountReports } from './features/account-reports/list.ts'
import { sendAccountReport } from './features/account-reports/send.ts'
import { updateAccountReport } from './features/account-reports/update.ts'
import { addAuthenticator } from './features/account/add-authenticator.ts'
import { addPasskey } from './features/account/add-passkey.ts'
import { authenticatorSetup } from './features/account/authenticator-setup.ts'
import { accountCredentials } from './features/account/credentials.ts'
import { deleteOwnAccount } from './features/account/delete.ts'
import { endOtherSessions } from './features/account/end-other-sessions.ts'
import { endSession } from './features/account/end-session.ts'
import { getAccount } from './features/account/get.ts'
import { listSessions } from './features/account/list-sessions.ts'
import { passkeySetup } from './features/account/passkey-setup.ts'
import { removeAuthenticator } from './features/account/remove-authenticator.ts'
import { removePasskey } from './features/account/remove-passkey.ts'
import { replaceRecoveryCodes } from './features/account/replace-recovery-codes.ts'
import { secondFactors } from './features/account/second-factors.ts'
import { updateAccount } from './features/account/update.ts'
import { accountActivity } from './features/activity/account-activity.ts'
import { undoAccountChange } from './features/activity/undo-account.ts'
import { undoChange } from './features/activity/undo.ts'
import { createAlert } from './features/alerts/create.ts'
import { deleteAlert } from './features/alerts/delete.ts'
import { listAlerts } from './features/alerts/list.ts'
import { sendAlertTest } from './features/alerts/send-test.ts'
import { updateAlert } from './features/alerts/update.ts'
import { catalog } from './features/analytics/catalog.ts'
import { crawlers } from './features/analytics/crawlers.ts'
import { goals } from './features/analytics/goals.ts'
import { queryStats } from './features/analytics/query.ts'
import { realtime } from './features/analytics/realtime.ts'
import { searchConsole } from './features/analytics/search-console.ts'
import { createAnnotation } from './features/annotations/create.ts'
import { deleteAnnotation } from './features/annotations/delete.ts'
import { updateAnnotation } from './features/annotations/update.ts'
import { approveChange } from './features/approvals/approve.ts'
import { declineChange } from './features/approvals/decline.ts'
import { getApproval } from './features/approvals/get.ts'
import { listApprovals } from './features/approvals/list.ts'
import { createApp } from './features/apps/create.ts'
import { deleteApp } from './features/apps/delete.ts'
import { getApps } from './features/apps/get.ts'
import { listConnections } from './features/connections/list.ts'
import { revokeConnection } from './features/connections/revoke.ts'
import { getCrawlerSettings } from './features/crawlers/get.ts'
import { updateCrawlerSettings } from './features/crawlers/update.ts'
import { breakdowns } from './features/dashboard/breakdowns.ts'
import { scriptErrors } from './features/dashboard/errors.ts'
import { journeys } from './features/dashboard/journeys.ts'
import { overview } from './features/dashboard/overview.ts'
import { retention } from './features/dashboard/retention.ts'
import { listAnnotations } from './features/diagnostics/annotations.ts'
import { health } from './features/diagnostics/health.ts'
import { installation } from './features/diagnostics/installation.ts'
import { listIntegrations } from './features/diagnostics/integrations.ts'
import { onboarding } from './features/diagnostics/onboarding.ts'
import { proxyDiagnostics } from './features/diagnostics/proxy.ts'
import { getDomains } from './features/domains/get.ts'
import { updateDomains } from './features/domains/update.ts'
import { getEvents } from './features/events/get.ts'
import { updateEvents } from './features/events/update.ts'
import { createFunnel } from './features/funnels/create.ts'
import { deleteFunnel } from './features/funnels/delete.ts'
import { listFunnels } from './features/funnels/list.ts'
import { updateFunnel } from './features/funnels/update.ts'
import { listImports } from './features/imports/list.ts'
import { removeImport } from './features/imports/remove.ts'
import { startImport } from './features/imports/start.ts'
import { uploadImport } from './features/imports/upload.ts'
import { recordCrawls } from './features/intake/crawls.ts'
import { collectEvent } from './features/intake/event.ts'
import { collectEvents } from './features/intake/events.ts'
import { recordPayment } from './features/intake/payments.ts'
import { createIntakeKey } from './features/keys/create-intake.ts'
import { createProductKey } from './features/keys/create.ts'
import { listProductKeys } from './features/keys/list.ts'
import { revokeProductKey } from './features/keys/revoke.ts'
import { updateProductKey } from './features/keys/update.ts'
import { getPreferences } from './features/preferences/get.ts'
import { updatePreferences } from './features/preferences/update.ts'
import { productActivity } from './features/products/activity.ts'
import { createProduct } from './features/products/create.ts'
import { deleteProduct } from './features/products/delete.ts'
import { exportEvents } from './features/products/export.ts'
import { getProduct } from './features/products/get.ts'
import { listProducts } from './features/products/list.ts'
import { updateProduct } from './features/products/update.ts'
import { createReport } from './features/reports/create.ts'
import { deleteReport } from './features/reports/delete.ts'
import { listReports } from './features/reports/list.ts'
import { sendReport } from './features/reports/send.ts'
import { updateReport } from './features/reports/update.ts'
import { authorizeSearchConsole } from './features/search-console/authorize.ts'
import { connectSearchConsole } from './features/search-console/connect.ts'
import { disconnectSearchConsole } from './features/search-console/disconnect.ts'
import { getSearchConsole } from './features/search-console/get.ts'
import { selectSearchConsoleProperty } from './features/search-console/select.ts'
import { syncSearchConsoleNow } from './features/search-console/sync.ts'
import { createSegment } from './features/segments/create.ts'
import { deleteSegment } from './features/segments/delete.ts'
import { listSegments } from './features/segments/list.ts'
import { updateSegment } from './features/segments/update.ts'
import { addressOfShare } from './features/shares/address.ts'
import { createShare } from './features/shares/create.ts'
import { endShare } from './features/shares/end.ts'
import { listShares } from './features/shares/list.ts'
import { updateShare } from './features/shares/update.ts'
import { getShields } from './features/shields/get.ts'
import { updateShields } from './features/shields/update.ts'
import { inviteMember } from './features/team/invite.ts'
import { listInvitations } from './features/team/list-invitations.ts'
import { listMembers } from './features/team/list.ts'
import { removeMember } from './features/team/remove.ts'
import { sendInvitationAgain } from './features/team/send-invitation.ts'
import { updateMember } from './features/team/update.ts'
import { getTokenPolicy } from './features/token-policy/get.ts'
import { updateTokenPolicy } from './features/token-policy/update.ts'
import { tokenActivity } from './features/tokens/activity.ts'
import { createToken } from './features/tokens/create.ts'
import { listTokens } from './features/tokens/list.ts'
import { replaceToken } from './features/tokens/replace.ts'
import { reviewTokens } from './features/tokens/review.ts'
import { revokeToken } from './features/tokens/revoke.ts'
import { shrinkToken } from './features/tokens/shrink.ts'
import { updateToken } from './features/tokens/update.ts'
import { tokenUse } from './features/tokens/use.ts'
import { createTrust } from './features/trusts/create.ts'
import { deleteTrust } from './features/trusts/delete.ts'
import { listTrusts } from './features/trusts/list.ts'
import { eraseVisitor } from './features/visitors/erase.ts'
import { exportVisitor } from './features/visitors/export.ts'

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
  updateProductKey,
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
  reviewTokens,
  shrinkToken,
  tokenUse,
  listAccountReports,
  createAccountReport,
  updateAccountReport,
  deleteAccountReport,
  sendAccountReport,
  accountActivity,
  undoChange,
  undoAccountChange,
  listAlerts,
  createAlert,
  updateAlert,
  deleteAlert,
  sendAlertTest,
  createAnnotation,
  updateAnnotation,
  deleteAnnotation,
  listApprovals,
  getApproval,
  approveChange,
  declineChange,
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
  addressOfShare,
  endShare,
  getTokenPolicy,
  updateTokenPolicy,
  listTrusts,
  createTrust,
  deleteTrust,
  eraseVisitor,
]

export const INTERNAL_WRITES: readonly ExecutableWrite[] = [
  connectSearchConsole,
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
