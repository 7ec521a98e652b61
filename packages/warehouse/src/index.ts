export { insertSettings, openEngine } from './engine/clickhouse.ts'
export { deleteRows, dropStaged, PRODUCT_TABLES, type ProductTable } from './engine/delete-rows.ts'
export type { Engine, Purpose, QueryOptions, TableName } from './engine/engine.ts'
export { fairQueue } from './engine/fair-queue.ts'
export { limitSettings, type PurposeLimits } from './engine/limits.ts'
export {
  array,
  date,
  identifier,
  instant,
  integer,
  joinSql,
  type Sql,
  second,
  sql,
  text,
  uint64,
} from './engine/literal.ts'
export { releaseMemory } from './engine/release-memory.ts'
export { createSchema, ensureTable, missingTables, outdatedTables } from './schema/create-schema.ts'
export type { CrawlerHitRow, EventKind, EventRow, ProxiedRow, RejectedRow, VisitAttributes } from './schema/rows.ts'
export { IMPORT_STAGING } from './schema/tables.ts'
export { stored } from './schema/topology.ts'
