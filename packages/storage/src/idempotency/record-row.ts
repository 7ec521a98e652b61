import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Records with the end of their last renewal. */
export function recordRows(db: Kysely<Tables>) {
  return db
    .selectFrom('idempotency_records')
    .leftJoin('idempotency_renewals', 'idempotency_renewals.claim_id', 'idempotency_records.id')
    .selectAll('idempotency_records')
    .select('idempotency_renewals.lease_until as renewed_until')
}
