import type { Migration } from './migration.ts'

/**
 * Indexes for counts and queues that one account can make long: a limit of a day reads its own operation only, a look for due emails
 * reads those that are due, and tokens that have ended are not read to count those that have not. What ended holds no message any more.
 */
export const boundedLists: Migration = {
  statements: () => [
    'create index audit_entries_by_operation on audit_entries (account_id, operation, at) where account_id is not null',
    'create index outbox_due on outbox (due_at, created_at, id) where delivered_at is null',
    'create index outbox_invitations on outbox (recipient, created_at) where invitation is not null',
    'drop index outbox_waiting',
    'create index deliveries_of_product on deliveries (product_id, created_at) where product_id is not null',
    'create index deliveries_of_account on deliveries (account_id, created_at) where account_id is not null',
    'create index deliveries_unsent_of_product on deliveries (product_id) where product_id is not null and ended_at is null',
    'create index deliveries_unsent_of_account on deliveries (account_id) where account_id is not null and ended_at is null',
    'drop index deliveries_by_product',
    'drop index deliveries_by_account',
    "update deliveries set message = '' where ended_at is not null",
    'create index account_tokens_by_status on account_tokens (account_id, status, expires_at)',
    'create index shared_links_lasting on shared_links (product_id, created_at, id) where ended_at is null',
    'create index product_keys_by_status on product_keys (product_id, status, expires_at)',
  ],
}
