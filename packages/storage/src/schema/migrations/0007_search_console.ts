import type { Migration } from './migration.ts'

/** Connections that people make and end in the dashboard, and the queue of their cleanup. */
export const searchConsole: Migration = {
  statements({ text, table }) {
    // A cleanup outlives its connection and its product.
    const columns = [
      `id ${text} primary key`,
      `product_id ${text} not null`,
      `provider ${text} not null`,
      `refresh_token ${text}`,
      `has_rows integer not null check (has_rows in (0, 1))`,
      `created_at ${text} not null`,
      `due_at ${text} not null`,
    ]
    return [
      `alter table provider_connections add column properties ${text} not null default '[]'`,
      `alter table provider_connections add column sync_requested_at ${text}`,
      table('provider_leftovers', ...columns),
      'create index provider_leftovers_by_product on provider_leftovers (product_id, provider)',
    ]
  },
}
