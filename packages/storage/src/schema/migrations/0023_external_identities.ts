import type { Migration } from './migration.ts'

/** Identities at OpenID providers with which people sign in to their accounts. */
export const externalIdentities: Migration = {
  statements: ({ text, table }) => [
    table(
      'external_identities',
      `issuer ${text} not null`,
      `subject ${text} not null`,
      `account_id ${text} not null references accounts (id) on delete cascade`,
      `email ${text} not null`,
      `linked_at ${text} not null`,
      'primary key (issuer, subject)',
      'unique (account_id, issuer)',
    ),
  ],
}
