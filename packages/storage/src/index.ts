export type {
  RecordEntry as IdempotencyEntry,
  RecordStatus as IdempotencyStatus,
  Resolution,
} from '@footfall/idempotency'
export { checkSqlite, copySqlite, type RowCounts } from './connections/copy-sqlite.ts'
export type { Dialect } from './connections/database.ts'
export type { PostgresConfig } from './connections/postgres.ts'
export type { EngineClaim, EngineClaims } from './engine-claim.ts'
export type { ExclusiveJobs } from './exclusive-jobs.ts'
export type { IdempotencyAdmin } from './idempotency/admin.ts'
export { copyControlData, MoveError } from './move/copy-control-data.ts'
export {
  expectPurge,
  ProductRestoreError,
  type ProductRestoreOptions,
  type ProductRows,
  restoreProductRows,
  TABLES_OF_A_PRODUCT,
} from './move/restore-product.ts'
export type { OAuthAuditor, OAuthNotice } from './oauth/audit.ts'
export type { OAuthData } from './oauth/stores.ts'
export { type ControlData, openStore, type PoolUse, type StoreConfig, type StoreDependencies } from './open-store.ts'
export type { Queues } from './queues.ts'
export { DatabaseTooNew, FIRST_MIGRATION, type RecordMigration } from './schema/migrate.ts'
export type { ControlTransaction } from './transactional-store.ts'
