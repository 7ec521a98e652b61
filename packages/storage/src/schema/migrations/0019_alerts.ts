import type { Migration } from './migration.ts'

/** Alerts of products. Their messages wait in the queue of deliveries. */
export const alerts: Migration = {
  statements: ({ text, table }) => [
    table(
      'alerts',
      `id ${text} primary key`,
      `product_id ${text} not null references products (id) on delete cascade`,
      `name ${text} not null`,
      `rule ${text} not null`,
      `target ${text} not null`,
      // Null while it is disabled.
      `due_at ${text}`,
      `leased_until ${text}`,
      `active_since ${text}`,
      `last_judgement ${text}`,
      `created_at ${text} not null`,
      'revision integer not null',
      `updated_at ${text} not null`,
    ),
    'create index alerts_by_product on alerts (product_id, created_at, id)',
    'create index alerts_due on alerts (due_at) where due_at is not null',
  ],
}
