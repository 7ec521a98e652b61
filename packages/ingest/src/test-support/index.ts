export {
  type CollectorFixture,
  openCollectorFixture,
  START,
  type TestCollector,
} from '../collector/test-support/collector-fixture.ts'
export { profileOf } from '../collector/test-support/ports.ts'
export { evidenceOf } from '../enrich/automation.ts'
export { classifyCrawler } from '../enrich/bots.ts'
export { attribute } from '../enrich/channel.ts'
export { isDataCentre } from '../enrich/data-centre.ts'
export { languageTag } from '../enrich/language.ts'
export { NO_NETWORKS } from '../enrich/networks.ts'
export { isReferrerSpam } from '../enrich/referrer-spam.ts'
export { parsePage } from '../enrich/url.ts'
export { describeUserAgent } from '../enrich/user-agent.ts'
export { DEVICE_RULES } from '../enrich/user-agent-table.ts'
export { auditVisits, NO_DIFFERENCE, rollupDifference } from '../import/test-support/audit-visits.ts'
export { writeSample } from '../import/test-support/sample-file.ts'
export { browserName, deviceName, systemName } from '../vendor-exports/fields/names.ts'
export { writeZip } from '../vendor-exports/test-support/export-fixture.ts'
export { plausibleExport } from '../vendor-exports/test-support/plausible-export.ts'
export { umamiExport } from '../vendor-exports/test-support/umami-export.ts'
