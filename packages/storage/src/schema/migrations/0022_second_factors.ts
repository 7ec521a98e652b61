import type { Migration } from './migration.ts'

/** Authenticator apps, passkeys and recovery codes, and what the list of sessions shows. */
export const secondFactors: Migration = {
  statements: ({ text, table, epochMs }) => [
    `alter table sessions add column second_factor ${text}`,
    `alter table sessions add column used_at ${text} not null default ''`,
    `alter table sessions add column address ${text}`,
    `alter table sessions add column user_agent ${text}`,
    'update sessions set used_at = created_at',

    table(
      'authenticators',
      `account_id ${text} primary key references accounts (id) on delete cascade`,
      `sealed_secret ${text} not null`,
      `last_step ${epochMs} not null`,
      `created_at ${text} not null`,
    ),

    table(
      'passkeys',
      `id ${text} primary key`,
      `account_id ${text} not null references accounts (id) on delete cascade`,
      `name ${text} not null`,
      `credential_id ${text} not null unique`,
      `public_key ${text} not null`,
      `counter ${epochMs} not null`,
      `transports ${text} not null`,
      `created_at ${text} not null`,
      `last_used_at ${text}`,
    ),
    'create index passkeys_by_account on passkeys (account_id)',

    // A used code is removed.
    table(
      'recovery_codes',
      `account_id ${text} not null references accounts (id) on delete cascade`,
      `code_hash ${text} not null`,
      `created_at ${text} not null`,
      'primary key (account_id, code_hash)',
    ),

    // Challenges are signed and not stored, until one is used.
    table('used_challenges', `challenge ${text} primary key`, `expires_at ${text} not null`),
    'create index used_challenges_by_end on used_challenges (expires_at)',
  ],
}
