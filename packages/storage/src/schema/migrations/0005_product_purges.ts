import type { Migration } from './migration.ts'

/** Products that are gone, whose events the engine may still hold. It outlives what it tells of and refers to nothing. */
export const productPurges: Migration = {
  statements(dialect) {
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text'
    const tail = dialect === 'postgres' ? '' : ' strict'
    const columns = [`product_id ${text} primary key`, `deleted_at ${text} not null`, `due_at ${text} not null`]
    return [
      `create table product_purges (${columns.join(', ')})${tail}`,
      'create index product_purges_by_due on product_purges (due_at)',
    ]
  },
}
