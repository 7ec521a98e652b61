import type { Migration } from './migration.ts'

/** The secrets of shared links, encrypted, so that an admin can copy a link again. Links from before have none. */
export const keptLinks: Migration = {
  statements: ({ text }) => [`alter table shared_links add column sealed_secret ${text}`],
}
