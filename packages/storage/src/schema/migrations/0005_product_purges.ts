import type { Migration } from './migration.ts'

/** Deleted products whose events are still to be deleted. No foreign key, since the product is gone. */
export const productPurges: Migration = {
  statements({ text, table }) {
    const columns = [`product_id ${text} primary key`, `deleted_at ${text} not null`, `due_at ${text} not null`]
    return [table('product_purges', ...columns), 'create index product_purges_by_due on product_purges (due_at)']
  },
}
