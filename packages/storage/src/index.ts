export type { Dialect } from './connections/database.ts'
export type { PostgresConfig } from './connections/postgres.ts'
export { type ControlData, openStore, type StoreConfig, type StoreDependencies } from './open-store.ts'
export { DatabaseTooNew } from './schema/migrate.ts'
