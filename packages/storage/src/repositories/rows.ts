import {
  type AccountId,
  AlreadyExists,
  type DeliverySubject,
  NotFound,
  type ProductId,
  type Timestamp,
} from '@footfall/core-domain'
import {
  type DeleteResult,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type UpdateResult,
} from 'kysely'
import { isForeignKeyViolation, isUniqueViolation } from '../connections/failures.ts'
import type { Tables } from '../tables/tables.ts'

/** For `executeTakeFirstOrThrow`: a change of a missing row fails like a look-up of it. */
export const notFound = () => new NotFound()

/** What every change of a mutable row also sets. */
export function revised(at: Timestamp): { revision: RawBuilder<number>; updated_at: Timestamp } {
  return { revision: sql<number>`revision + 1`, updated_at: at }
}

/** Matches the row with this id within the product only. Not for joins, where `id` is ambiguous. */
export function isInProduct(product: ProductId, id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`id = ${id} and product_id = ${product}`
}

/** Deletes a row within its product. Throws `NotFound` if there is none. */
export function deleteInProduct(
  db: Kysely<Tables>,
  table: 'alerts' | 'annotations' | 'apps' | 'funnels' | 'members' | 'segments',
  product: ProductId,
  id: string,
): Promise<void> {
  return requireChange(db.deleteFrom(table).where(isInProduct(product, id)))
}

export async function countRows<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const counting = query.clearSelect().select(sql<number>`count(*)`.as('rows'))
  return (await counting.$castTo<{ rows: number }>().executeTakeFirstOrThrow()).rows
}

/** Runs an update or a deletion; returns the number of rows that it changed. */
export async function changedRows(statement: {
  executeTakeFirstOrThrow(): Promise<UpdateResult | DeleteResult>
}): Promise<number> {
  const result = await statement.executeTakeFirstOrThrow()
  return Number('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows)
}

/** Runs an update or a deletion of one row. Throws `NotFound` if there is none. */
export async function requireChange(statement: Parameters<typeof changedRows>[0]): Promise<void> {
  if ((await changedRows(statement)) === 0) throw new NotFound()
}

/** Inserts a row. Throws `AlreadyExists` with the detail for a duplicate, and `NotFound` for a missing foreign key. */
export async function insertRow<Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  row: Insertable<Tables[Table]>,
  duplicate: string,
): Promise<void> {
  await rejectDuplicate(
    db
      .insertInto(table)
      .values(row as never)
      .execute(),
    duplicate,
  )
}

/** Translates the errors of a statement that can violate a unique or a foreign key, as `insertRow` does. */
export async function rejectDuplicate<Result>(statement: Promise<Result>, duplicate: string): Promise<Result> {
  try {
    return await statement
  } catch (error) {
    if (isUniqueViolation(error)) throw new AlreadyExists(duplicate)
    if (isForeignKeyViolation(error)) throw new NotFound()
    throw error
  }
}

/** What a row is about: a product or an account. Its table checks that it is one of them. */
export function subjectOf(row: {
  readonly product_id: ProductId | null
  readonly account_id: AccountId | null
}): DeliverySubject {
  if (row.product_id !== null) return { product: row.product_id }
  if (row.account_id !== null) return { account: row.account_id }
  throw new TypeError('a row of this table is about a product or an account')
}
