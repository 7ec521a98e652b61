import {
  type AccountId,
  type AuditReader,
  type Clock,
  DAY_MS,
  RateLimited,
  SECOND_MS,
  timestamp,
} from '@footfall/core-domain'

/**
 * Throws `RateLimited` if the account performed an operation so often in the last 24 hours. For operations that leave work for the
 * service after they were answered, which no limit of a minute bounds.
 */
export async function assertDailyLimit(
  {
    store,
    account,
    clock,
  }: { readonly store: { readonly audit: AuditReader }; readonly account: AccountId; readonly clock: Clock },
  operation: string,
  perDay: number,
  detail: string,
): Promise<void> {
  const since = timestamp(clock.now() - DAY_MS)
  if ((await store.audit.countBy(account, operation, since)) < perDay) return
  throw new RateLimited(Math.ceil(DAY_MS / perDay / SECOND_MS), { detail })
}
