import type { Migration } from './migration.ts'

/** Whether the service has the file of an import: without it, such an import cannot go on. */
export const uploadedImports: Migration = {
  statements: () => ['alter table imports add column uploaded integer not null default 0'],
}
