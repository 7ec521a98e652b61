import type { Page, PagePosition, PageRequest } from '@footfall/core-domain'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Restricts a query to what comes after a position in the order (created_at, id). The comparison is one of rows, which
 * both databases answer from an index on those columns.
 */
export function isAfter(table: string, after: PagePosition | undefined): RawBuilder<SqlBool> {
  if (!after) return sql<SqlBool>`true`
  const createdAt = sql.ref(`${table}.created_at`)
  const id = sql.ref(`${table}.id`)
  return sql<SqlBool>`(${createdAt}, ${id}) > (${after.created_at}, ${after.id})`
}

/** The same for a list that is newest first, by the time that the column holds. */
export function isBefore(
  time: string,
  id: string,
  after: { readonly created_at: string | number; readonly id: string } | undefined,
): RawBuilder<SqlBool> {
  if (!after) return sql<SqlBool>`true`
  return sql<SqlBool>`(${sql.ref(time)}, ${sql.ref(id)}) < (${after.created_at}, ${after.id})`
}

/** One row more than the page holds tells whether another page follows. */
export function pageLimit({ limit }: PageRequest): number {
  return limit + 1
}

export function toPage<Row extends PagePosition, T>(
  found: readonly Row[],
  { limit }: PageRequest,
  toEntity: (row: Row) => T,
): Page<T> {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const more = last !== undefined && found.length > limit
  return { rows: rows.map(toEntity), next: more ? { created_at: last.created_at, id: last.id } : undefined }
}
