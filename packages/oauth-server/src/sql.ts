export {
  type Database,
  numbered,
  type Outcome,
  type Performer,
  type Recording,
  type Row,
  runSteps,
  type Statement,
  type Steps,
  type Value,
} from './sql-stores/steps.ts'
export { sqlStores } from './sql-stores/stores.ts'
export type { Dialect, SqlStoreOptions, StoreOptions, TableOptions } from './sql-stores/tables.ts'
