import type { ImportReader, ImportRecord, ImportRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { oldestFirst } from './keyset.ts'
import { insertRow, notFound, rejectDuplicate } from './rows.ts'

type Row = Tables['imports']

const TAKEN = ['running', 'complete', 'removing'] as const
const DUPLICATE = 'This file was imported into this product before, or is being imported.'

export function importReader({ db }: Executor): ImportReader {
  const all = () => db.selectFrom('imports').selectAll()
  const inState = async (...states: readonly Row['status'][]) =>
    (await all().where('status', 'in', states).orderBy('created_at').orderBy('id').execute()).map(toRecord)
  return {
    list: (product, page) => oldestFirst(all().where('product_id', '=', product), 'imports', page, toRecord),

    async find(id) {
      const row = await all().where('id', '=', id).executeTakeFirst()
      return row && toRecord(row)
    },

    async findByContent(product, content) {
      const row = await all()
        .where('product_id', '=', product)
        .where('content', '=', content)
        .where('status', 'in', TAKEN)
        .executeTakeFirst()
      return row && toRecord(row)
    },

    unfinished: () => inState('running', 'removing'),
    uploaded: () => inState('uploaded'),
  }
}

export function importRepository(executor: Executor): ImportRepository {
  const { db } = executor
  return {
    ...importReader(executor),

    insert: (record) => insertRow(db, 'imports', toRow(record), DUPLICATE),

    async put(record) {
      const { id, ...row } = toRow(record)
      await rejectDuplicate(
        db.updateTable('imports').set(row).where('id', '=', id).returning('id').executeTakeFirstOrThrow(notFound),
        DUPLICATE,
      )
    },

    async delete(id) {
      await db.deleteFrom('imports').where('id', '=', id).execute()
    },
  }
}

function toRow({
  product,
  from,
  to,
  rows,
  skip_invalid,
  uploaded,
  left_out,
  beyond_retention,
  ...record
}: ImportRecord): Row {
  return {
    ...record,
    product_id: product,
    from_day: from,
    to_day: to,
    stored_rows: rows,
    skip_invalid: skip_invalid ? 1 : 0,
    uploaded: uploaded ? 1 : 0,
    left_out: JSON.stringify(left_out),
    beyond_retention: beyond_retention && JSON.stringify(beyond_retention),
  }
}

function toRecord(stored: Row): ImportRecord {
  const { product_id, from_day, to_day, stored_rows, skip_invalid, uploaded, left_out, beyond_retention, ...row } =
    stored
  return {
    ...row,
    product: product_id,
    from: from_day,
    to: to_day,
    rows: stored_rows,
    skip_invalid: skip_invalid === 1,
    uploaded: uploaded === 1,
    left_out: JSON.parse(left_out),
    beyond_retention: beyond_retention && JSON.parse(beyond_retention),
  }
}
