import type { Migration } from './migration.ts'

/** Scheduled reports, the queue of messages that reports and alerts send, and who unsubscribed from them. */
export const reports: Migration = {
  statements({ text, table }) {
    const product = `product_id ${text} references products (id) on delete cascade`
    const account = `account_id ${text} references accounts (id) on delete cascade`
    const ofOne = 'check ((product_id is null) <> (account_id is null))'

    return [
      table(
        'scheduled_reports',
        `id ${text} primary key`,
        product,
        account,
        `name ${text} not null`,
        `schedule ${text} not null`,
        // Only of a report about an account; that of a product is in `products`.
        `timezone ${text}`,
        `target ${text} not null`,
        `due_at ${text}`,
        // When a person asked to send it in addition to its schedule.
        `requested_at ${text}`,
        `leased_until ${text}`,
        `created_at ${text} not null`,
        'revision integer not null',
        `updated_at ${text} not null`,
        ofOne,
        'check ((account_id is null) = (timezone is null))',
      ),
      'create index scheduled_reports_by_product on scheduled_reports (product_id, created_at, id)',
      'create index scheduled_reports_by_account on scheduled_reports (account_id, created_at, id)',
      'create index scheduled_reports_due on scheduled_reports (due_at) where due_at is not null',
      'create index scheduled_reports_requested on scheduled_reports (requested_at) where requested_at is not null',

      table(
        'deliveries',
        `id ${text} primary key`,
        `source_id ${text} not null`,
        product,
        account,
        `occurrence ${text} not null`,
        // Of an email; empty for a webhook.
        `address ${text} not null`,
        `recipient ${text} not null`,
        `message ${text} not null`,
        `created_at ${text} not null`,
        // The earliest time of the next attempt; the end of the lease while it is taken.
        `due_at ${text} not null`,
        'attempts integer not null',
        `ended_at ${text}`,
        `outcome ${text}`,
        `problem ${text}`,
        'constraint deliveries_once unique (source_id, occurrence, address)',
        ofOne,
        'check ((ended_at is null) = (outcome is null))',
      ),
      'create index deliveries_waiting on deliveries (due_at, id) where ended_at is null',
      'create index deliveries_ended on deliveries (ended_at) where ended_at is not null',
      'create index deliveries_by_source on deliveries (source_id, created_at)',
      'create index deliveries_by_address on deliveries (address, created_at)',
      'create index deliveries_by_product on deliveries (product_id) where product_id is not null',
      'create index deliveries_by_account on deliveries (account_id) where account_id is not null',

      // It has no foreign key, so that it stays valid if its source is deleted.
      table(
        'email_opt_outs',
        `address ${text} not null`,
        `source_id ${text} not null`,
        `created_at ${text} not null`,
        'primary key (address, source_id)',
      ),
    ]
  },
}
