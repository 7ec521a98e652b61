export {
  type AccountPrincipal,
  actsForAccount,
  CHANNEL_CREDENTIALS,
  credentialOf,
  DEFAULT_READ_SCOPES,
  isWriteScope,
  limitsOf,
  OAUTH_SCOPES,
  type Principal,
  SCOPES,
  type Scope,
  type SessionPrincipal,
  type SharedLinkPrincipal,
  scopeDescription,
  scopesNeeded,
  sessionPrincipal,
} from '@footfall/scopes-policy'
export { Activity } from './audit/activity.ts'
export { createChangeBudget } from './audit/change-budget.ts'
export { type OperatorChange, recordOperatorChange } from './audit/record-operator-change.ts'
export {
  type AdmissionServices,
  admitEvent,
  admitRequest,
  createWriteAdmission,
} from './calls/admission.ts'
export {
  type AuthenticationServices,
  authenticate,
  authenticateHeader,
  authorityOf,
  type LiveSessions,
  type OAuthAccess,
  type OAuthAccessTokens,
  type PresentedWith,
  recentSignIn,
  stillActive,
  type UsageObserver,
} from './calls/authenticate.ts'
export { authorize } from './calls/authorize.ts'
export type { BrowserSessions } from './calls/browser-sessions.ts'
export { withCandidates } from './calls/candidates.ts'
export { download } from './calls/download.ts'
export { type CallOptions, execute, type Outcome } from './calls/execute.ts'
export { executeForOperator, type OperatorServices } from './calls/execute-for-operator.ts'
export { identifyProduct } from './calls/identify-product.ts'
export { identifyProducts } from './calls/identify-products.ts'
export { createKeptSecrets, KEPT_SECRET_PATH, type KeptSecretState, type KeptSecrets } from './calls/kept-secrets.ts'
export { type IntakeSent, receive } from './calls/receive.ts'
export { toolsetOf } from './calls/toolsets.ts'
export { upload } from './calls/upload.ts'
export { createUsageRecorder, recordUse } from './calls/usage.ts'
export { writtenByVisitors } from './calls/written-by-visitors.ts'
export type {
  AccountCall,
  DeliveryServices,
  IssuerHosts,
  ProductCall,
  ProductWriteCall,
  Quotas,
  SearchConsoleClient,
  Services,
} from './definition/call.ts'
export type { Download, DownloadOperation, DownloadServices } from './definition/download.ts'
export { errorsOf } from './definition/errors.ts'
export type { IntakeAnswer, IntakeOperation, IntakeServices } from './definition/intake.ts'
export {
  ACCOUNTS_AND_KEYS,
  type Answer,
  type Operation,
  PEOPLE_ONLY,
  type ReadOperation,
  type WriteOperation,
} from './definition/operation.ts'
export type { OperatorOperation } from './definition/operator.ts'
export type { Plan } from './definition/plan.ts'
export { defineRead } from './definition/read.ts'
export type { Upload, UploadOperation, UploadServices } from './definition/upload.ts'
export { defineInternal, defineWrite } from './definition/write.ts'
export { Alert } from './features/alerts/alert.ts'
export { type AlertDependencies, evaluateDueAlerts } from './features/alerts/evaluate-due-alerts.ts'
export { AlertRule } from './features/alerts/kinds/index.ts'
export { ALERT_KINDS } from './features/alerts/kinds/registry.ts'
export { Approval } from './features/approvals/approval.ts'
export { expireApprovals } from './features/approvals/expire.ts'
export { addTrustAsOperator } from './features/command-line/add-trust.ts'
export { createAccountAsOperator } from './features/command-line/create-account.ts'
export { createProductAsOperator } from './features/command-line/create-product.ts'
export { createTokenAsOperator } from './features/command-line/create-token.ts'
export { deleteAccountAsOperator } from './features/command-line/delete-account.ts'
export { editTokenAsOperator } from './features/command-line/edit-token.ts'
export { endShareAsOperator } from './features/command-line/end-share.ts'
export { printInvitationLink } from './features/command-line/print-invitation-link.ts'
export { recordImport } from './features/command-line/record-import.ts'
export { removeImportAsOperator } from './features/command-line/remove-import.ts'
export { removeTrustAsOperator } from './features/command-line/remove-trust.ts'
export { renameAccount } from './features/command-line/rename-account.ts'
export { replaceTokenAsOperator } from './features/command-line/replace-token.ts'
export { requestReportAsOperator } from './features/command-line/request-report.ts'
export { issueResetLinkAsOperator, setPasswordAsOperator } from './features/command-line/reset-password.ts'
export { resetSecondFactors } from './features/command-line/reset-second-factors.ts'
export { resolveIdempotencyRecord } from './features/command-line/resolve-idempotency-record.ts'
export { revokeClientAsOperator, revokeConnectionAsOperator } from './features/command-line/revoke-oauth.ts'
export { revokeTokenAsOperator } from './features/command-line/revoke-token.ts'
export { disableAccount, enableAccount } from './features/command-line/set-account-status.ts'
export { setMemberRoleAsOperator } from './features/command-line/set-member-role.ts'
export { setTokenPolicyAsOperator } from './features/command-line/set-token-policy.ts'
export { shrinkTokenAsOperator } from './features/command-line/shrink-token.ts'
export { signOutAccount } from './features/command-line/sign-out-account.ts'
export { unlinkProvider } from './features/command-line/unlink-provider.ts'
export { Connection } from './features/connections/connection.ts'
export { ImportView } from './features/imports/import.ts'
export { endLeaked, type LeakServices } from './features/leaks/end-leaked.ts'
export {
  LEAK_REPORT_BYTES_MAX,
  LEAK_REPORT_PATH,
  LeakReceived,
  LeakReport,
  reportedSecret,
} from './features/leaks/leak-report.ts'
export { completeProducts, ProductCompletion } from './features/products/complete.ts'
export { NewProduct } from './features/products/insert-product.ts'
export { prepareReport, type ReportServices } from './features/reports/prepare-report.ts'
export { connectSearchConsole } from './features/search-console/connect.ts'
export { SearchConsoleConnection } from './features/search-console/connection.ts'
export { linkSealer, openLink, resealLink, sealLink } from './features/shares/kept-link.ts'
export { OpenedShare, openShare } from './features/shares/open.ts'
export {
  authenticateLink,
  createLinkProofs,
  findActiveLink,
  hasPassed,
  type LinkProofs,
  type PresentedLink,
  presentedLink,
} from './features/shares/shared-links.ts'
export { OpenInvitation } from './features/team/open-invitation.ts'
export {
  checkDeviceToken,
  type DeviceToken,
  DeviceTokenGrant,
  issueDeviceToken,
  revokeOwnToken,
} from './features/tokens/device-token.ts'
export { type IssueServices, issueRootToken, NewRootToken } from './features/tokens/issue-root-token.ts'
export { sendExpiryNotices } from './features/tokens/send-expiry-notices.ts'
export type { TokenChange } from './features/tokens/token-change.ts'
export { endExchangedToken } from './features/trusts/end-exchanged-token.ts'
export {
  type ExchangedToken,
  ExchangeRejected,
  type ExchangeRequest,
  exchangeIdentity,
  noTrust,
  type WorkloadIdentity,
} from './features/trusts/exchange.ts'
export { hostAndPort as hostAndPortOf, issuerUrlProblem } from './features/trusts/issuer.ts'
export { NewTrust } from './features/trusts/trust-fields.ts'
export { FOOTFALL_IDENTITY, type FootfallServices, footfallHost } from './footfall-host.ts'
export { ACTIVITIES, DASHBOARD_OPERATIONS, MCP_OPERATIONS, OPERATIONS, OTHER_WRITES } from './interface.ts'
export {
  hostAndPort,
  openWebhook,
  recipientsOf,
  resealWebhook,
  webhookProblem,
  webhookSealer,
} from './messages/delivery-target.ts'
export { enqueueMessage, type MessageIn, type OutgoingMessage } from './messages/enqueue-message.ts'
export { languageOfSubject } from './messages/reader-language.ts'
export { REQUESTED } from './messages/requested-messages.ts'
export {
  nameOfSource,
  type UnsubscribeServices,
  type UnsubscribeTokens,
  unsubscribe,
  unsubscribeTokens,
} from './messages/unsubscribing.ts'
export { PROBLEM_STATUS, PROBLEMS, Problem, problemOf } from './problems/problem.ts'
export { errorHandler, problemHandler, unreadProblems } from './problems/problem-handler.ts'
export { DASHBOARD_DOWNLOADS, DASHBOARD_UPLOADS, INTAKE_OPERATIONS } from './registry.ts'
export { footfallWords } from './words/footfall-words.ts'
