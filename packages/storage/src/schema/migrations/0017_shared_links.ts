import type { Migration } from './migration.ts'

/**
 * Links that show sections of a product. `segment_id` refers to no row: a link whose segment is gone must show nothing, and
 * not everything.
 */
export const sharedLinks: Migration = {
  statements: ({ text, table }) => [
    table(
      'shared_links',
      `id ${text} primary key`,
      `product_id ${text} not null references products (id) on delete cascade`,
      `name ${text} not null`,
      `sections ${text} not null`,
      `segment_id ${text}`,
      `embed_origins ${text} not null`,
      `secret_hash ${text} not null unique`,
      `password_hash ${text}`,
      'password_revision integer not null',
      `expires_at ${text}`,
      `ended_at ${text}`,
      `created_at ${text} not null`,
      'revision integer not null',
      `updated_at ${text} not null`,
    ),
    'create index shared_links_by_age on shared_links (product_id, created_at, id)',
  ],
}
