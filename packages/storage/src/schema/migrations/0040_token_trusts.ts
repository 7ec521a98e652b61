import type { Migration } from './migration.ts'

/**
 * The trusts of account tokens in issuers of workload identity, by which trust a token was made, and which identity tokens were
 * exchanged. Tokens that exist were made by no trust.
 */
export const tokenTrusts: Migration = {
  statements: ({ text, table }) => [
    table(
      'token_trusts',
      `id ${text} primary key`,
      `token_id ${text} not null references account_tokens (id) on delete cascade`,
      `issuer ${text} not null`,
      `audience ${text} not null`,
      `subject ${text} not null`,
      `subject_head ${text} not null`,
      `claims ${text} not null`,
      `scopes ${text} not null`,
      `products ${text} not null`,
      `limits ${text} not null`,
      'lifetime_seconds integer not null',
      `created_at ${text} not null`,
      'unique (token_id, issuer, audience, subject, claims)',
    ),
    'create index token_trusts_by_identity on token_trusts (issuer, audience, subject_head)',
    table('exchanged_tokens', `token ${text} primary key`, `expires_at ${text} not null`),
    'create index exchanged_tokens_by_end on exchanged_tokens (expires_at)',
    `alter table account_tokens add column trust_id ${text}`,
    'create index account_tokens_by_trust on account_tokens (trust_id, expires_at)',
  ],
}
