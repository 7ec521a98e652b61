import { MIGRATIONS } from '../schema/migrations/index.ts'
import type { Migration } from '../schema/migrations/migration.ts'

/** The steps up to and including this one. */
export function migrationsUpTo(last: string): Readonly<Record<string, Migration>> {
  return Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name <= last))
}
