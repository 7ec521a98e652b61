export { type DirectoryLock, lockDirectory, ownerOf } from '@footfall/warehouse'
export { checkEvents } from './checking/check-events.ts'
export { checkExport } from './checking/check-export.ts'
export type { CheckedEvents } from './checking/check-job.ts'
export { type ImportExportOptions, importExport } from './checking/import-export.ts'
export { recognizeExport } from './checking/recognize-export.ts'
export { type ActiveAccounts, activeAccounts } from './collector/active-accounts.ts'
export type { LocalCollector } from './collector/collect-batch.ts'
export { type Ingest, type IngestStatus, openIngest } from './collector/ingest.ts'
export { intakeTurns } from './collector/intake-turns.ts'
export { restoreVisits } from './collector/restore-visits.ts'
export { LIVE_VISIT_BYTES_MAX } from './collector/visit-memory.ts'
export { createVisitTable } from './collector/visits.ts'
export { attribute } from './enrich/channel.ts'
export {
  type AddressList,
  type CrawlerLists,
  type CrawlerListsStatus,
  formatCrawlerLists,
  isListablePrefix,
  PREFIXES_MAX,
  parseCrawlerLists,
  statusOfLists,
} from './enrich/crawler-lists.ts'
export { type CrawlerListsFile, openCrawlerLists } from './enrich/crawler-lists-file.ts'
export { inspectGeoDatabase, openGeo } from './enrich/geo.ts'
export { type GeoFile, type GeoFileStatus, openGeoFile } from './enrich/geo-file.ts'
export { type NetworksFile, openNetworks, openNetworksFile } from './enrich/networks.ts'
export type { DatabaseFacts } from './enrich/reloaded-file.ts'
export { importThreads } from './import/describing-threads.ts'
export { contentOf, earlierImport, type ImportSummary, importEvents } from './import/import-events.ts'
export { importFields } from './import/import-fields.ts'
export type { ImportProgress } from './import/progress.ts'
export { admitMessages } from './replicas/http/admission.ts'
export { type HttpReplicaOptions, httpReplica } from './replicas/http/http-replica.ts'
export {
  BATCHES_PATH,
  EVENTS_PATH,
  ForwardedEventBatch,
  ForwardedEvents,
  ForwardedPayment,
  PAYMENTS_PATH,
  paymentRejection,
} from './replicas/http/messages.ts'
export { digestOf, replicaKey, SIGNATURE_HEADER, type SignedMessage, sign } from './replicas/http/signature.ts'
export { NotDelivered, type Replica } from './replicas/replica.ts'
export { sharedCollector } from './replicas/shared-collector.ts'
export { takeForwarded, takeForwardedBatch } from './replicas/take-forwarded.ts'
export type { ExportSummary, LeftOut } from './vendor-exports/summary.ts'
