import type { StoreConfig } from '@footfall/storage'
import { runSql } from './run-sql.ts'

/** The columns of a claim, times in epoch milliseconds. */
export interface CommittedClaim {
  readonly id: string
  readonly owner: string
  readonly key: string
  readonly operation: string
  readonly fingerprint: string
  readonly claimedAt: number
  readonly leaseUntil: number
  /** The end of the last renewal of its lease. */
  readonly renewedUntil?: number
}

/** Stores a claim without its change, as earlier versions committed it before each change. */
export async function commitClaim(config: StoreConfig, claim: CommittedClaim): Promise<void> {
  const { id, owner, key, operation, fingerprint, claimedAt, leaseUntil, renewedUntil } = claim
  const texts = [id, owner, key, operation, fingerprint].map(quoted).join(', ')
  await runSql(
    config,
    `insert into idempotency_records (id, owner, key, operation, fingerprint, state, claimed_at, lease_until)
     values (${texts}, 'executing', ${claimedAt}, ${leaseUntil})`,
  )
  if (renewedUntil === undefined) return
  await runSql(
    config,
    `insert into idempotency_renewals (claim_id, lease_until) values (${quoted(id)}, ${renewedUntil})`,
  )
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
