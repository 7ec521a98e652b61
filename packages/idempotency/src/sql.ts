export { numbered, type Outcome, type Row, runSteps, type Statement, type Steps, type Value } from './sql/steps.ts'
export { type Database, type SqlRecords, type SqlResolver, sqlRecords } from './sql/store.ts'
export type { Dialect, SqlOptions, TableOptions } from './sql/tables.ts'
