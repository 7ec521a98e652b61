import type { TokenPolicy } from '@footfall/core-domain'
import { diff } from '../../definition/index.ts'

type Rules = Pick<TokenPolicy, 'max_lifetime_days' | 'require_expiry'>

/** What is absent stays as it is. */
export type PolicyChange = { readonly [Rule in keyof Rules]?: Rules[Rule] | undefined }

/** What a change makes of a policy. */
export function planPolicy(policy: TokenPolicy, given: PolicyChange) {
  const before: Rules = { max_lifetime_days: policy.max_lifetime_days, require_expiry: policy.require_expiry }
  const next: Rules = {
    max_lifetime_days: given.max_lifetime_days === undefined ? before.max_lifetime_days : given.max_lifetime_days,
    require_expiry: given.require_expiry ?? before.require_expiry,
  }
  return {
    before,
    next,
    changes: diff(before, next),
    summary: `Let new tokens and keys of the account ${inWords(next)}.`,
  }
}

function inWords({ max_lifetime_days: days, require_expiry: required }: Rules): string {
  if (days !== null) return `live for at most ${days === 1 ? '1 day' : `${days} days`}`
  return required ? 'live for any time, with an end' : 'live for any time, also without an end'
}
