import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Holds unless the column is the id of an account that the operator disabled. */
export function isOfEnabledAccount(column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select 1 from accounts where accounts.id = ${sql.ref(column)} and accounts.disabled_at is not null
  )`
}
