import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownerOf } from './product-owner.ts'

export interface WaitingRows {
  readonly table: 'alerts' | 'deliveries' | 'scheduled_reports'
  /** Which rows of the table wait. */
  readonly isDue: RawBuilder<SqlBool>
  /** Whether rows that were tried more often come after others. */
  readonly byAttempts?: boolean
}

/**
 * The first rows of a table that wait, at least `limit` of them, each with its `turn`: the place among those of the account that
 * owns its product, so that nobody gets more turns by having more products. Of each product and each account it looks at the earliest
 * instant only, and reads the rows of the `limit` first of them: an account can have thousands of rows that are due at once, and
 * sorting all of them for each few that are taken keeps every request waiting.
 */
export function firstInTurns({ table, isDue, byAttempts = false }: WaitingRows, limit: number) {
  const rows = sql.table(table)
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const [product, subject] =
    table === 'alerts'
      ? [column('product_id'), column('product_id')]
      : [column('product_id'), sql`coalesce(${column('product_id')}, ${column('account_id')})`]
  const attempts = byAttempts ? column('attempts') : sql`0`
  return sql<{ id: string; turn: number }>`(
select ${column('id')} as id,
  row_number() over (partition by first.owner order by ${attempts}, ${column('due_at')}, ${column('id')}) as turn
from ${rows} inner join (
  select places.subject, places.attempts, places.owner from (
    select subjects.*, row_number() over (partition by owner order by attempts, earliest, subject) as place from (
      select waiting.*, coalesce(${ownerOf('waiting.product_id')}, waiting.subject) as owner from (
        select ${subject} as subject, ${attempts} as attempts, min(${column('due_at')}) as earliest, min(${product}) as product_id
        from ${rows} where ${isDue} group by ${byAttempts ? sql`${subject}, ${attempts}` : subject}
      ) as waiting
    ) as subjects
  ) as places
  order by places.place, places.attempts, places.earliest, places.subject limit ${limit}
) as first on first.subject = ${subject} and first.attempts = ${attempts}
where ${isDue})`
}
