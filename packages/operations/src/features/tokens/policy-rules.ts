import {
  type AccountId,
  type Clock,
  DAY_MS,
  DelegationExceeded,
  InvalidRequest,
  type Store,
  type Timestamp,
  type TokenPolicy,
  timestamp,
} from '@footfall/core-domain'

interface PolicyCall {
  readonly store: Pick<Store, 'tokenPolicies'>
  readonly account: AccountId
  readonly clock: Clock
}

/**
 * Checks the end of a token or key that is made, replaced or given another end against the policy of the account. What a
 * person or an operator asks is `InvalidRequest`; what a token delegates is `DelegationExceeded`.
 */
export async function assertWithinPolicy(
  { store, account, clock }: PolicyCall,
  end: Timestamp | null,
  by: 'person' | 'token',
): Promise<void> {
  const problem = policyProblem(await store.tokenPolicies.find(account), end, clock.now())
  if (problem === undefined) return
  if (by === 'token') throw new DelegationExceeded(`The end ${problem}.`)
  throw new InvalidRequest([{ path: 'expires_at', message: problem }])
}

/** Why an end is beyond the policy, for a credential whose life begins at `from`; undefined if it is not. */
export function policyProblem(
  { max_lifetime_days: days, require_expiry }: TokenPolicy,
  end: Timestamp | null,
  from: number,
): string | undefined {
  if (end === null)
    return require_expiry || days !== null ? 'is required by the token policy of the account' : undefined
  if (days === null || Date.parse(end) <= from + days * DAY_MS) return undefined
  return `must be within ${days === 1 ? '1 day' : `${days} days`}, by the token policy of the account`
}

/** The end of what a token delegates without naming one: that of the token, or the latest that the policy allows. */
export async function inheritedEnd(
  { store, account, clock }: PolicyCall,
  parentEnd: Timestamp | null,
): Promise<Timestamp | null> {
  const { max_lifetime_days: days } = await store.tokenPolicies.find(account)
  if (days === null) return parentEnd
  const latest = timestamp(clock.now() + days * DAY_MS)
  return parentEnd === null || parentEnd > latest ? latest : parentEnd
}
