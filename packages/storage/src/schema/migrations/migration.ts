import type { Dialect } from '../../connections/database.ts'

/**
 * One step of the schema. Once released it never changes; a later step changes what it made. It holds no `check` on a list
 * that can grow: types and zod keep such lists, and a new member must not need a migration.
 */
export interface Migration {
  statements(dialect: Dialect): readonly string[]
}
