export {
  type CollectorFixture,
  openCollectorFixture,
  START,
  type TestCollector,
} from '../collector/test-support/collector-fixture.ts'
export { profileOf } from '../collector/test-support/ports.ts'
export { writeZip } from '../exports/test-support/export-fixture.ts'
export { plausibleExport } from '../exports/test-support/plausible-export.ts'
export { umamiExport } from '../exports/test-support/umami-export.ts'
export { auditVisits, NO_DIFFERENCE, rollupDifference } from '../import/test-support/audit-visits.ts'
export { writeSample } from '../import/test-support/sample-file.ts'
