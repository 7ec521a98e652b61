import type { Migration } from './migration.ts'

/** What of an import is from days that its product does not keep, as JSON. */
export const importRetention: Migration = {
  statements: ({ text }) => [`alter table imports add column beyond_retention ${text}`],
}
