import type { Migration } from './migration.ts'

/** Imports of files into products. `content` is unique among those that have not ended: of two that begin at once, one is rejected. */
export const imports: Migration = {
  statements: ({ text, table }) => [
    table(
      'imports',
      `id ${text} primary key`,
      `product_id ${text} not null references products (id) on delete cascade`,
      `source ${text} not null`,
      `file_name ${text} not null`,
      `site ${text}`,
      `format ${text}`,
      'skip_invalid integer not null',
      `content ${text} not null`,
      `from_day ${text}`,
      `to_day ${text}`,
      'stored_rows integer not null',
      `status ${text} not null`,
      'percent integer not null',
      `problem ${text}`,
      `left_out ${text} not null`,
      `created_at ${text} not null`,
      `updated_at ${text} not null`,
    ),
    'create index imports_by_age on imports (product_id, created_at, id)',
    "create unique index imports_once on imports (product_id, content) where status in ('running', 'complete', 'removing')",
    "create index imports_unfinished on imports (status, created_at) where status in ('uploaded', 'running', 'removing')",
  ],
}
