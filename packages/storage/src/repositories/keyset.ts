import type { Page, PagePosition, PageRequest } from '@footfall/core-domain'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** A page in the order (created_at, id) of the table. */
export async function oldestFirst<Table extends keyof Tables, Row extends PagePosition, T>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  table: string,
  page: PageRequest,
  toEntity: (row: Row) => T,
): Promise<Page<T>> {
  const { rows, next } = await readPage(query, [`${table}.created_at`, `${table}.id`], 'asc', page, page.after)
  return { rows: rows.map(toEntity), next: next && { created_at: next.created_at, id: next.id } }
}

/** A page in the descending order of a time and an id, the two columns named. */
export async function newestFirst<Table extends keyof Tables, Row, T>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  columns: readonly [time: string, id: string],
  page: PageRequest,
  toEntity: (row: Row) => T,
  positionOf: (entity: T) => PagePosition,
  after: Position | undefined = page.after,
): Promise<Page<T>> {
  const { rows, next } = await readPage(query, columns, 'desc', page, after)
  return { rows: rows.map(toEntity), next: next && positionOf(toEntity(next)) }
}

interface Position {
  readonly created_at: string | number
  readonly id: string
}

/**
 * Positions are compared as rows, which both databases answer from an index on the two columns. One row more than the page
 * holds shows whether another page follows; `next` is then the last row of the page.
 */
async function readPage<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  columns: readonly [time: string, id: string],
  direction: 'asc' | 'desc',
  { limit }: PageRequest,
  after: Position | undefined,
): Promise<{ readonly rows: readonly Row[]; readonly next: Row | undefined }> {
  const [time, id] = [sql.ref(columns[0]), sql.ref(columns[1])]
  const isBeyond = direction === 'asc' ? sql`>` : sql`<`
  const found = (await query
    .$if(after !== undefined, (rest) =>
      rest.where(sql<SqlBool>`(${time}, ${id}) ${isBeyond} (${after?.created_at}, ${after?.id})`),
    )
    .orderBy(time, direction)
    .orderBy(id, direction)
    .limit(limit + 1)
    .execute()) as Row[]
  const rows = found.slice(0, limit)
  return { rows, next: found.length > limit ? rows.at(-1) : undefined }
}
