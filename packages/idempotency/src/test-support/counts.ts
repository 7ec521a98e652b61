import type { Claim, RecordStatus } from '../index.ts'
import type { SqlRecords } from '../sql.ts'

/** How many records have each status after three claims whose leases ended, one of which was renewed. */
export async function countsAfterUse(
  records: Pick<SqlRecords<never>, 'claim' | 'renew' | 'count'>,
  claimOf: () => Claim,
): Promise<Record<string, number>> {
  const claims = [claimOf(), claimOf(), claimOf()]
  for (const claim of claims) await records.claim(claim)
  const [renewed] = claims
  if (renewed) await records.renew(renewed, renewed.leaseUntil + 1)
  const now = claims[0]?.leaseUntil ?? 0
  const count = (status?: RecordStatus) => records.count(status === undefined ? { now } : { now, status })
  return {
    all: await count(),
    blocked: await count('blocked'),
    executing: await count('executing'),
    completed: await count('completed'),
  }
}
