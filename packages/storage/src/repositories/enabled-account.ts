import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** SQL that holds unless the column is the id of an account that the operator disabled. */
export function ofEnabledAccount(column: string): string {
  return `not exists (select 1 from accounts where accounts.id = ${column} and accounts.disabled_at is not null)`
}

/** The same as a condition of a query. */
export function isOfEnabledAccount(column: string): RawBuilder<SqlBool> {
  return sql.raw<SqlBool>(ofEnabledAccount(column))
}
