export { profileOf } from '../collector/test-support/ports.ts'
export { openStation, type Place, START, type Station } from '../collector/test-support/station.ts'
export { auditVisits, NO_DIFFERENCE, rollupDifference } from '../import/test-support/audit-visits.ts'
export { writeSample } from '../import/test-support/sample-file.ts'
