import { type AccountId, type TokenPolicy, timestamp } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import { type PolicyChange, planPolicy } from '../token-policy/plan-policy.ts'

interface NewPolicy {
  readonly account: AccountId
  readonly given: PolicyChange
}

/** Returns undefined if the policy is so already. */
export const setTokenPolicyAsOperator: OperatorOperation<NewPolicy, TokenPolicy> = {
  name: 'token policy set',
  async plan({ tx: { store }, clock }, { account, given }) {
    const { next, changes, summary } = planPolicy(await store.tokenPolicies.find(account), given)
    if (changes.length === 0) return undefined
    return {
      summary: () => summary,
      async commit() {
        const result = await store.tokenPolicies.set(account, next, timestamp(clock.now()))
        return { result, subject: account, changes }
      },
    }
  },
}
