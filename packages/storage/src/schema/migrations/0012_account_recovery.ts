import type { Migration } from './migration.ts'

/** Disabled accounts and password resets. */
export const accountRecovery: Migration = {
  statements: ({ text, table }) => [
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

    // Requests for known and unknown addresses, until a background task has answered them.
    table(
      'password_reset_requests',
      `email ${text} primary key`,
      `requested_at ${text} not null`,
      `address ${text}`,
      `request_id ${text}`,
    ),
    'create index password_reset_requests_by_age on password_reset_requests (requested_at, email)',

    // The link of the reset is added when the mail is sent, and is not stored.
    `alter table outbox add column password_reset ${text}`,
  ],
}
