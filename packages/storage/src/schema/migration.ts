import type { Dialect } from '../connections/database.ts'

/** One step of the schema. Once released it never changes; a later step changes what it made. */
export interface Migration {
  /** Sorts after all earlier names. */
  readonly name: string
  statements(dialect: Dialect): readonly string[]
}
