import type { Migration } from './migration.ts'

/** Counts the changes of the name and the language of an account, so that one of them is undone only while it is the newest. */
export const accountRevision: Migration = {
  statements: () => ['alter table accounts add column revision integer not null default 1'],
}
