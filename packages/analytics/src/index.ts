export { type EngineConfig, type EngineOptions, openEngine, type PurposeLimits } from './engine/clickhouse.ts'
export type { Engine, InsertFormat, Purpose, QueryOptions, TableName } from './engine/engine.ts'
export { createSchema } from './schema/create-schema.ts'
