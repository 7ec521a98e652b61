export { type BackupOptions, type CopyProgress, makeBackup } from './backup/make-backup.ts'
export { type BackupManifest, BackupRefused } from './backup/manifest.ts'
export { restoreBackup } from './backup/restore-backup.ts'
export { DemoFile, ensureDemo, readDemoFile } from './demo.ts'
export { listen, type RunningServer } from './http-server.ts'
export { deliverMail, type MailLog, mailSender, type SendMail } from './mail.ts'
export { type MoveSummary, moveData } from './move/move-data.ts'
export { type OAuthGrant, oauthAccessTokens, oauthIdentity } from './oauth-access-tokens.ts'
export { operationServices } from './operation-services.ts'
export { endOnSignals } from './process/end-on-signals.ts'
export { serviceLog } from './process/service-log.ts'
export { type Probe, type Readiness, type ReadinessChecks, readinessChecks } from './readiness.ts'
export { type Admission, type AdmissionOptions, type Admit, admitMessages } from './replicas/admission.ts'
export { type HttpReplicaOptions, httpReplica } from './replicas/http-replica.ts'
export {
  EVENTS_PATH,
  ForwardedEvents,
  ForwardedPayment,
  PAYMENTS_PATH,
  paymentRefusal,
} from './replicas/messages.ts'
export { digestOf, replicaKey, SIGNATURE_HEADER, type SignedMessage, sign } from './replicas/signature.ts'
export { securityHeaders } from './security-headers.ts'
export { sessionKey } from './session-key.ts'
export { type SettingDescription, settingList } from './setting-list.ts'
export { type GoogleSettings, parseSettings, type Settings, SettingsError, type TraceSettings } from './settings.ts'
export { openAnalyticsEngine, openControlData, type Surroundings, storeConfig } from './stores.ts'
export { openTelemetry } from './telemetry/open-telemetry.ts'
export type { HttpObserver, Telemetry } from './telemetry/telemetry.ts'
export { watchedControlData, watchedEngine } from './telemetry/watched-stores.ts'
