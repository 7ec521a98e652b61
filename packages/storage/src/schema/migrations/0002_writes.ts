import type { Migration } from './migration.ts'

/** What confirmed writes store beside their change: the idempotency record, the audit entry and mails to send. */
export const writes: Migration = {
  statements: ({ postgres, text, epochMs, table }) => [
    // History outlives what it is about, so nothing here refers to another table.
    table(
      'audit_entries',
      `id ${text} primary key`,
      `at ${text} not null`,
      `actor_kind ${text} not null`,
      `credential ${text}`,
      `account_id ${text}`,
      `lineage ${text} not null`,
      `operation ${text} not null`,
      `product_id ${text}`,
      `subject ${text}`,
      `summary ${text} not null`,
      `changes ${text} not null`,
      `idempotency_key ${text}`,
      `channel ${text} not null`,
      `address ${text}`,
      `request_id ${text}`,
    ),
    'create index audit_entries_by_time on audit_entries (at, id)',
    'create index audit_entries_by_product on audit_entries (product_id, at, id) where product_id is not null',
    'create index audit_entries_by_account on audit_entries (account_id, at, id) where account_id is not null',
    'create index audit_entries_by_credential on audit_entries (credential, at, id) where credential is not null',
    'create index audit_entries_by_key on audit_entries (idempotency_key, at, id) where idempotency_key is not null',

    table(
      'outbox',
      `id ${text} primary key`,
      `recipient ${text} not null`,
      `subject ${text} not null`,
      `text ${text} not null`,
      `created_at ${text} not null`,
      `due_at ${text} not null`,
      'attempts integer not null',
      `delivered_at ${text}`,
      `problem ${text}`,
    ),
    'create index outbox_waiting on outbox (created_at, id) where delivered_at is null',
    'create index outbox_delivered on outbox (delivered_at) where delivered_at is not null',

    table(
      'idempotency_records',
      `id ${text} primary key`,
      `owner ${text} not null`,
      `key ${text} not null`,
      `operation ${text} not null`,
      `fingerprint ${text} not null`,
      `state ${text} not null check (state in ('executing', 'completed', 'resolved_executed'))`,
      `claimed_at ${epochMs} not null`,
      `lease_until ${epochMs} not null`,
      `completed_at ${epochMs}`,
      `expires_at ${epochMs}`,
      `result ${text}`,
      `resolved_at ${epochMs}`,
      'constraint idempotency_records_key unique (owner, key)',
      `check ((state = 'completed') = (completed_at is not null and expires_at is not null and result is not null))`,
      `check ((state = 'resolved_executed') = (resolved_at is not null))`,
    ),
    ...(postgres
      ? KEEP_COMPLETION_OUT_OF_INDEXES
      : ['create index idempotency_records_by_end on idempotency_records (expires_at)']),

    // Apart from the records: in a serializable transaction a claim that was renewed meanwhile could never complete.
    table(
      'idempotency_renewals',
      `claim_id ${text} primary key references idempotency_records (id) on delete cascade`,
      `lease_until ${epochMs} not null`,
    ),
  ],
}

/**
 * A completion that changes no B-tree index stays in the page of its row (a HOT update), so that transactions that complete
 * different claims do not conflict.
 */
const KEEP_COMPLETION_OUT_OF_INDEXES = [
  'alter table idempotency_records set (fillfactor = 50)',
  'create index idempotency_records_by_end on idempotency_records using brin (expires_at)',
]
