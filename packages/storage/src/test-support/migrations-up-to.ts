import { MIGRATIONS } from '../schema/migrations/index.ts'
import type { Migration } from '../schema/migrations/migration.ts'

/** The steps up to this one, as a release that ended with it had them. */
export function migrationsUpTo(last: string): Readonly<Record<string, Migration>> {
  return Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name <= last))
}
