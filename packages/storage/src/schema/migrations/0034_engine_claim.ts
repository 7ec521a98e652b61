import type { Migration } from './migration.ts'

/** Which analytics engine has the statistics of this database: one row, whose `slot` is 1. */
export const engineClaim: Migration = {
  statements: ({ text, table }) => [
    table(
      'engine_claim',
      'slot integer primary key',
      `engine_id ${text} not null`,
      `place ${text} not null`,
      `claimed_at ${text} not null`,
    ),
  ],
}
