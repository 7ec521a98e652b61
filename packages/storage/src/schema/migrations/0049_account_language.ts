import type { Migration } from './migration.ts'

/** The language that a person chose. Null for people who did not, and so for every account from before. */
export const accountLanguage: Migration = {
  statements: ({ text }) => [`alter table accounts add column language ${text}`],
}
