import type { Migration } from './migration.ts'

/** New secrets that wait, encrypted, to be shown to a person once. */
export const keptSecrets: Migration = {
  statements: ({ text, table }) => [
    table(
      'kept_secrets',
      `handle_hash ${text} primary key`,
      `account_id ${text} not null references accounts (id) on delete cascade`,
      // Null once it was shown.
      `sealed ${text}`,
      `expires_at ${text} not null`,
    ),
    'create index kept_secrets_by_end on kept_secrets (expires_at)',
    'create index kept_secrets_by_account on kept_secrets (account_id)',
  ],
}
