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
export { Activity } from './activity.ts'
export {
  type AdmissionServices,
  admitEvent,
  admitRequest,
  createWriteAdmission,
} from './admission.ts'
export { Alert } from './alerts/alert.ts'
export { type AlertDependencies, judgeDueAlerts } from './alerts/judge-due-alerts.ts'
export { ALERT_KINDS, AlertRule } from './alerts/kinds/index.ts'
export {
  type AuthenticationServices,
  authenticate,
  authorityOf,
  type LiveSessions,
  type OAuthAccess,
  type OAuthAccessTokens,
  recentSignIn,
  stillActive,
  type UsageObserver,
} from './authenticate.ts'
export { authorize } from './authorize.ts'
export { withCandidates } from './candidates.ts'
export type {
  AccountCall,
  DeliveryServices,
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
export {
  hostAndPort,
  openWebhook,
  recipientsOf,
  resealWebhook,
  webhookProblem,
  webhookSealer,
} from './delivery-target.ts'
export { download } from './download.ts'
export { enqueueMessage, type ToTell } from './enqueue-message.ts'
export { type CallOptions, execute, type Outcome } from './execute.ts'
export { executeForOperator, type OperatorServices } from './execute-for-operator.ts'
export { FOOTFALL_IDENTITY, type FootfallServices, footfallHost } from './footfall-host.ts'
export type { BrowserSessions } from './http/browser-sessions.ts'
export { errorHandler, problemHandler, unreadProblems } from './http/problem-handler.ts'
export { identifyProduct } from './identify-product.ts'
export { identifyProducts } from './identify-products.ts'
export { DASHBOARD_OPERATIONS, OPERATIONS } from './interface.ts'
export { createKeptSecrets, KEPT_SECRET_PATH, type KeptSecretState, type KeptSecrets } from './kept-secrets.ts'
export { Connection } from './operations/connections/connection.ts'
export { ImportView } from './operations/imports/import.ts'
export { createAccountAsOperator } from './operations/operator/create-account.ts'
export { createProductAsOperator } from './operations/operator/create-product.ts'
export { createTokenAsOperator } from './operations/operator/create-token.ts'
export { deleteAccountAsOperator } from './operations/operator/delete-account.ts'
export { editTokenAsOperator } from './operations/operator/edit-token.ts'
export { endShareAsOperator } from './operations/operator/end-share.ts'
export { printInvitationLink } from './operations/operator/print-invitation-link.ts'
export { recordImport } from './operations/operator/record-import.ts'
export { removeImportAsOperator } from './operations/operator/remove-import.ts'
export { renameAccount } from './operations/operator/rename-account.ts'
export { replaceTokenAsOperator } from './operations/operator/replace-token.ts'
export { requestReportAsOperator } from './operations/operator/request-report.ts'
export { issueResetLinkAsOperator, setPasswordAsOperator } from './operations/operator/reset-password.ts'
export { resetSecondFactors } from './operations/operator/reset-second-factors.ts'
export { resolveIdempotencyRecord } from './operations/operator/resolve-idempotency-record.ts'
export { revokeClientAsOperator, revokeConnectionAsOperator } from './operations/operator/revoke-oauth.ts'
export { revokeTokenAsOperator } from './operations/operator/revoke-token.ts'
export { disableAccount, enableAccount } from './operations/operator/set-account-status.ts'
export { setMemberRoleAsOperator } from './operations/operator/set-member-role.ts'
export { signOutAccount } from './operations/operator/sign-out-account.ts'
export { unlinkProvider } from './operations/operator/unlink-provider.ts'
export { completeProducts, ProductCompletion } from './operations/products/complete.ts'
export { NewProduct } from './operations/products/insert-product.ts'
export { connectSearchConsole } from './operations/search-console/connect.ts'
export { SearchConsoleConnection } from './operations/search-console/connection.ts'
export { OpenedShare, openShare } from './operations/shares/open.ts'
export { OpenInvitation } from './operations/team/open-invitation.ts'
export { PROBLEM_STATUS, PROBLEMS, Problem, problemOf } from './problem.ts'
export { type IntakeSent, receive } from './receive.ts'
export { type OperatorChange, recordOperatorChange } from './record-operator-change.ts'
export { DASHBOARD_DOWNLOADS, DASHBOARD_UPLOADS, INTAKE_OPERATIONS } from './registry.ts'
export { REQUESTED } from './requested-messages.ts'
export { prepareReport, type ReportServices } from './scheduled-reports/prepare-report.ts'
export {
  authenticateLink,
  createLinkProofs,
  findActiveLink,
  hasPassed,
  type LinkProofs,
  type PresentedLink,
  presentedLink,
} from './shared-links.ts'
export { type IssueServices, issueRootToken, NewRootToken } from './tokens/issue-root-token.ts'
export type { TokenChange } from './tokens/token-change.ts'
export { type Ceiling, isWithin, lowerCeiling, toolsetOf } from './toolsets.ts'
export {
  nameOfSource,
  type UnsubscribeServices,
  type UnsubscribeTokens,
  unsubscribe,
  unsubscribeTokens,
} from './unsubscribing.ts'
export { upload } from './upload.ts'
export { createUsageRecorder } from './usage.ts'
