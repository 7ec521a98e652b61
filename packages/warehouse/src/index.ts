export { insertSettings, openEngine, unrepeatedInsertSettings } from './engine/clickhouse.ts'
export { isEngineLoaded } from './engine/connections.ts'
export { type DirectoryLock, lockDirectory, ownerOf } from './engine/directory-lock.ts'
export type { Engine, Purpose, QueryOptions, TableName } from './engine/engine.ts'
export { isMemoryFailure, isRegexFailure } from './engine/failures.ts'
export { type FairQueueOptions, fairQueue, NO_LIMITS, type SlotLimits } from './engine/fair-queue.ts'
export { type PausableEngine, pausable } from './engine/pausable.ts'
export { type RecentUse, recentUse } from './engine/recent-use.ts'
export { releaseMemory } from './engine/release-memory.ts'
export { type ThreadClock, threadPauses } from './engine/thread-pauses.ts'
export { EngineTooOld, requireVersion } from './engine/version.ts'
export { createSchema, ensureTable, missingTables, outdatedTables } from './schema/create-schema.ts'
export {
  DAY_KEYS,
  DAY_PARTS,
  type DayNumber,
  type DayPart,
  type DaySum,
  type DayTraffic,
  dayColumn,
  dayDimension,
  EVENT_NUMBERS,
  VISIT_NUMBERS,
} from './schema/day-numbers.ts'
export { deleteRows, dropStaged, PRODUCT_TABLES, type ProductTable } from './schema/delete-rows.ts'
export { FROZEN_FOLDER, freezeTables } from './schema/freeze.ts'
export { type ImportedDayRow, importedDayRow } from './schema/imported-days.ts'
export { moveVisits } from './schema/move-visits.ts'
export { type QuartersToRebuild, rebuildQuarters } from './schema/rebuild-quarters.ts'
export type {
  CrawlerHitRow,
  EventKind,
  EventRow,
  MovedVisitRow,
  ProxiedRow,
  RejectedRow,
  VisitAttributes,
} from './schema/rows.ts'
export { EVENTS, IMPORT_STAGING } from './schema/tables.ts'
export { stored } from './schema/topology.ts'
export {
  CLASS_OF_EVENT,
  EVIDENCE_BITS,
  EVIDENCE_WORDS,
  type EvidenceWord,
  evidenceWords,
  QUARTER_CLASSES,
  quartersOfTraffic,
  rowsOfTraffic,
  TRAFFIC_OF_ROW,
  trafficName,
} from './schema/traffic.ts'
export { allOf, anyOf, containsOneOf, matchesGlob, matchesRegex, not, oneOf } from './sql/conditions.ts'
export {
  array,
  date,
  dateTime,
  dateTime64,
  identifier,
  integer,
  joinSql,
  type Sql,
  sql,
  text,
  uint64,
} from './sql/literal.ts'
