import type { Migration } from './migration.ts'

/** Disabled accounts, and links by which people set a new password. */
export const accountRecovery: Migration = {
  statements(dialect) {
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text'
    const tail = dialect === 'postgres' ? '' : ' strict'
    const table = (name: string, ...columns: string[]) => `create table ${name} (${columns.join(', ')})${tail}`
    return [
      `alter table accounts add column disabled_at ${text}`,

      // One row for each account: a newer link replaces the older one.
      table(
        'password_resets',
        `account_id ${text} primary key references accounts (id) on delete cascade`,
        `id ${text} not null unique`,
        `bound_to ${text} not null`,
        `requested_at ${text} not null`,
        `expires_at ${text} not null`,
        `used_at ${text}`,
        `mails_since ${text} not null`,
        'mails integer not null',
      ),

      // Requests of people, known or unknown, until a background task has answered them.
      table(
        'password_reset_requests',
        `email ${text} primary key`,
        `requested_at ${text} not null`,
        `address ${text}`,
        `request_id ${text}`,
      ),
      'create index password_reset_requests_by_age on password_reset_requests (requested_at, email)',

      // The reset that a mail is about; the link is added when the mail is sent, and is stored nowhere.
      `alter table outbox add column password_reset ${text}`,
    ]
  },
}
