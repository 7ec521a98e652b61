import type { Migration } from './migration.ts'

/** Browsers in which a person is signed in. */
export const sessions: Migration = {
  statements({ text, table }) {
    const columns = [
      `id ${text} primary key`,
      `secret_hash ${text} not null unique`,
      `account_id ${text} not null references accounts (id) on delete cascade`,
      `created_at ${text} not null`,
      `expires_at ${text} not null`,
    ]
    return [
      table('sessions', ...columns),
      'create index sessions_by_account on sessions (account_id)',
      'create index sessions_by_end on sessions (expires_at)',
    ]
  },
}
