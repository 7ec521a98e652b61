import type { Migration } from './migration.ts'

/**
 * When each scope of a token was last used, the policy of an account for new tokens and keys, and the notices sent before a
 * credential ends. Uses from before are unknown, so the scopes of tokens that exist are watched from now on.
 */
export const credentialHygiene: Migration = {
  statements: ({ postgres, text, table }) => [
    `alter table account_tokens add column scopes_watched_since ${text} not null default '1970-01-01T00:00:00.000Z'`,
    `update account_tokens set scopes_watched_since = ${
      postgres
        ? `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
        : `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
    }`,
    table(
      'token_scope_uses',
      `token_id ${text} not null references account_tokens (id) on delete cascade`,
      `scope ${text} not null`,
      `last_used_at ${text} not null`,
      'primary key (token_id, scope)',
    ),
    table(
      'token_policies',
      `account_id ${text} primary key references accounts (id) on delete cascade`,
      'max_lifetime_days integer',
      'require_expiry integer not null',
      'revision integer not null',
      `updated_at ${text} not null`,
    ),
    table(
      'expiry_notices',
      `credential ${text} not null`,
      'days integer not null',
      `ends_at ${text} not null`,
      `sent_at ${text} not null`,
      'primary key (credential, ends_at, days)',
    ),
    'create index expiry_notices_by_end on expiry_notices (ends_at)',
    'create index account_tokens_by_end on account_tokens (status, expires_at)',
    'create index product_keys_by_end on product_keys (status, expires_at)',
  ],
}
