import type { Migration } from './migration.ts'

/**
 * The limits of account tokens, and which previews have served a change. The limits of an OAuth connection are part of
 * its grant. Credentials that exist have no limits.
 */
export const accessLimits: Migration = {
  statements: ({ text, table }) => [
    'alter table account_tokens add column read_only integer not null default 0',
    `alter table account_tokens add column toolsets ${text}`,
    'alter table account_tokens add column preview_first integer not null default 0',
    table('preview_uses', `preview ${text} primary key`, `expires_at ${text} not null`),
    'create index preview_uses_by_end on preview_uses (expires_at)',
  ],
}
