import type { Migration } from './migration.ts'

/**
 * The keys under which products identify visitors, and the visitors whose events are to be deleted. An erasure refers to
 * no product by a foreign key: its work goes on in the warehouse, and a product that is deleted takes everything with it.
 */
export const visitorIdentity: Migration = {
  statements: ({ text, table }) => [
    table(
      'visitor_keys',
      `product_id ${text} primary key references products (id) on delete cascade`,
      `key_hex ${text} not null`,
      `created_at ${text} not null`,
    ),
    table(
      'visitor_erasures',
      `product_id ${text} not null`,
      `visitor ${text} not null`,
      `asked_at ${text} not null`,
      `due_at ${text} not null`,
      'primary key (product_id, visitor)',
    ),
    'create index visitor_erasures_by_due on visitor_erasures (due_at)',
  ],
}
