import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether the account whose id stands in this column has not been disabled by the operator. */
export function isOfEnabledAccount(column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select 1 from accounts where accounts.id = ${sql.ref(column)} and accounts.disabled_at is not null
  )`
}
