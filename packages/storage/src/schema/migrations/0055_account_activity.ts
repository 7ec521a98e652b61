import type { Migration } from './migration.ts'

/** Finds the changes of an account outside of products, which are few compared with those in products. */
export const accountActivity: Migration = {
  statements: () => [
    'create index audit_entries_of_account on audit_entries (account_id, at, id) where account_id is not null and product_id is null',
  ],
}
