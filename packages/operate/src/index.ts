export type { BackupSummary, BackupTarget } from './backup/backup-target.ts'
export {
  type BucketBackupOptions,
  type BucketOptions,
  backupBucket,
  backupToBucket,
} from './backup/bucket/backup-to-bucket.ts'
export { backupIds } from './backup/bucket/bucket-manifest.ts'
export { type BucketSource, bucketSource } from './backup/bucket/bucket-source.ts'
export type { BucketBackup } from './backup/bucket/bucket-target.ts'
export { type ListedBackup, listBackups } from './backup/bucket/list-backups.ts'
export type { Bucket } from './backup/bucket/open-bucket.ts'
export { directorySource } from './backup/directory-source.ts'
export { directoryTarget } from './backup/directory-target.ts'
export { lastBackups } from './backup/last-backups.ts'
export { type CopyProgress, makeBackup } from './backup/make-backup.ts'
export { BackupError } from './backup/manifest.ts'
export { type BackupSource, restoreBackup } from './backup/restore-backup.ts'
export { type ScheduledBackupDependencies, scheduledBackups } from './backup/scheduled-backups.ts'
export { snapshotRoutes } from './backup/service-snapshot.ts'
export { fetchSignerDirectory } from './crawlers/signer-directory.ts'
export {
  CrawlerUpdateFailed,
  fromMakers,
  type UpdatedList,
  updateCrawlerLists,
} from './crawlers/update-crawler-lists.ts'
export { deliverMessages, type Senders } from './delivery/deliver-messages.ts'
export { enqueueReports } from './delivery/enqueue-reports.ts'
export { emailHtml } from './delivery/formats/email-html.ts'
export { plainText } from './delivery/formats/plain-text.ts'
export { messageSenders } from './delivery/message-senders.ts'
export { previewReport, reportRoutes, reportsOn } from './delivery/preview-report.ts'
export { webhookBody } from './delivery/send-webhook.ts'
export { ensureDemo } from './demo/demo.ts'
export { type DemoFile, readDemoFile } from './demo/demo-file.ts'
export { liveTraffic } from './demo/live/live-traffic.ts'
export { fillSearchDays } from './demo/search/search-days.ts'
export { generateDemoTraffic } from './demo/traffic/generate.ts'
export { NAMED_PAGES, seeDocs } from './docs/pages.ts'
export { adoptEngine, engineClaimProblem } from './engine-claim/engine-claim.ts'
export { engineFailure } from './explain/analytics-engine.ts'
export { controlDatabaseFailure } from './explain/control-database.ts'
export { dataDirectoryProblem, nearestParent } from './explain/data-directory.ts'
export type { Explanation } from './explain/explanation.ts'
export { reasonOf, rootOf, unreachableFix } from './explain/failure.ts'
export { type Holder, holderOf } from './explain/holder.ts'
export {
  geoDatabaseFailure,
  networksFailure,
  openingGeoDatabase,
  openingNetworks,
  requireDataDirectory,
} from './explain/opening.ts'
export { untrustedProxy } from './explain/proxy.ts'
export { GeoUpdateFailed } from './geo/geo-update-failed.ts'
export { GEO_PROVIDERS, type GeoProvider, geoSource } from './geo/sources.ts'
export { updateGeoDatabase } from './geo/update-geo-database.ts'
export { checkQueue } from './imports/check-queue.ts'
export type { ImportFile } from './imports/import-files.ts'
export { CheckedImport, ImportOutcome, RemovedImport } from './imports/import-outcome.ts'
export { importQuery, importRoutes } from './imports/import-routes.ts'
export { createImports, type Imports } from './imports/imports.ts'
export { ImportProgressed } from './imports/perform-import.ts'
export { createUploads, type Uploads } from './imports/uploads.ts'
export { deliverMail, linkCommand, mailKind, mailSender } from './mail.ts'
export { type MoveSummary, moveData } from './move/move-data.ts'
export { type RestoredProduct, restoreProduct } from './move/restore-product.ts'
export { askRunningService } from './operator-socket/ask-running-service.ts'
export { ProcessFacts, processRoutes } from './operator-socket/process-facts.ts'
export { serveOperator } from './operator-socket/serve-operator.ts'
export { endProcess, endWhenWritten } from './process/end-process.ts'
export { watchForwardedAddresses } from './process/forwarded-addresses.ts'
export { idleHeap } from './process/idle-heap.ts'
export { describeControlDatabase, describeEngine } from './process/instance.ts'
export { requestTurns } from './process/request-turns.ts'
export { type OnStop, openWatchedStores, runService, type ServiceDependencies } from './process/run-service.ts'
export { serve } from './process/serve.ts'
export { watchOutages } from './process/watch-outages.ts'
export { createRollups, RollupRebuild, RollupStatus, type Rollups, rollupRoutes } from './rollups/rollups.ts'
export {
  describeSecrets,
  discardUnreadableSecrets,
  type OldSecrets,
  oldSecrets,
  requireReadableSecrets,
  secretCount,
  unreadableSecrets,
} from './secrets/stored-secrets.ts'
export { type StatusSources, serviceStatus, statusRoutes } from './status/service-status.ts'
export { openTelemetry } from './telemetry/open-telemetry.ts'
export type { Telemetry } from './telemetry/telemetry.ts'
export { watchedControlData, watchedEngine } from './telemetry/watched-stores.ts'
export {
  createVisitorData,
  ErasedVisitor,
  type VisitorData,
  VisitorEvents,
  visitorRoutes,
} from './visitors/visitor-data.ts'
