import type { Dialect } from '../../connections/database.ts'

/**
 * One step of the schema. Once released it never changes; a later step changes what it made. It holds no `check` on a list
 * that can grow: types and zod keep such lists, and a new member must not need a migration.
 */
export interface Migration {
  statements(sql: SqlTerms): readonly string[]
}

/** SQL in which the dialects differ. Released migrations use it, so it never changes. */
export type SqlTerms = ReturnType<typeof sqlTerms>

export function sqlTerms(dialect: Dialect) {
  const postgres = dialect === 'postgres'
  const tail = postgres ? '' : ' strict'
  return {
    postgres,
    /** Compares byte by byte, whatever the locale of the database. */
    text: postgres ? 'text collate "C"' : 'text',
    epochMs: postgres ? 'bigint' : 'integer',
    table: (name: string, ...columns: string[]) => `create table ${name} (${columns.join(', ')})${tail}`,
  }
}
