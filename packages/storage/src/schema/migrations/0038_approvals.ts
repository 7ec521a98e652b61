import type { Migration } from './migration.ts'

/**
 * Confirmed changes that wait for a person; the limit of the tokens whose changes do; and, in the audit log, who approved a
 * change and what undoes it. Credentials that exist are without this limit, and entries from before cannot be undone.
 */
export const approvals: Migration = {
  statements: ({ text, table }) => [
    'alter table account_tokens add column approval integer not null default 0',
    `alter table audit_entries add column approved_by ${text}`,
    `alter table audit_entries add column undo ${text}`,
    table(
      'approvals',
      `id ${text} primary key`,
      `state ${text} not null`,
      `credential ${text} not null`,
      `principal ${text} not null`,
      `account_id ${text} not null references accounts (id) on delete cascade`,
      `product_id ${text} references products (id) on delete cascade`,
      `operation ${text} not null`,
      `input ${text} not null`,
      `summary ${text} not null`,
      `changes ${text} not null`,
      `names ${text} not null`,
      'revision integer',
      `idempotency_key ${text} not null`,
      `channel ${text} not null`,
      `address ${text}`,
      `request_id ${text}`,
      `created_at ${text} not null`,
      `expires_at ${text} not null`,
      `kept_until ${text} not null`,
      `decided_at ${text}`,
      `decided_by ${text}`,
      `words ${text}`,
      `result ${text}`,
    ),
    'create index approvals_by_credential on approvals (credential, state)',
    'create index approvals_by_account on approvals (account_id, created_at, id)',
    'create index approvals_by_product on approvals (product_id, created_at, id)',
    'create index approvals_by_end on approvals (state, expires_at)',
    'create index approvals_by_removal on approvals (kept_until)',
  ],
}
