import type { Migration } from './migration.ts'

/** Saved filters of a product. */
export const segments: Migration = {
  statements: ({ text, table }) => [
    table(
      'segments',
      `id ${text} primary key`,
      `product_id ${text} not null references products (id) on delete cascade`,
      `name ${text} not null`,
      `filters ${text} not null`,
      `created_at ${text} not null`,
      'revision integer not null',
      `updated_at ${text} not null`,
    ),
    'create index segments_by_age on segments (product_id, created_at, id)',
  ],
}
