import type { Analytics, CallerReports, EngineShare, Reports } from '@footfall/core-domain'
import { actsForAccount, credentialOf, type Principal } from '@footfall/scopes-policy'
import type { Reached } from './authorize.ts'

export interface CallReports {
  /** Prepares them when first asked. */
  reports(): Reports
  /** Stops reports that still run. */
  end(): void
}

/** Most calls ask for no report, so nothing is prepared before one does. */
export function callReports(
  principal: Principal,
  reached: Reached | undefined,
  analytics: Analytics,
  signal: (() => AbortSignal) | undefined,
): CallReports {
  let made: CallerReports | undefined
  return {
    reports() {
      made ??= analytics.forCaller({ share: shareOf(principal, reached), signal: signal?.() })
      return made.reports
    },
    end() {
      made?.end()
    },
  }
}

/**
 * The share of the engine that a call uses: that of the account that owns the product, so that no one gets a larger share by
 * creating tokens, links or keys, or by inviting people. A call about several products, which may have several owners,
 * uses the share of the calling account.
 */
export function shareOf(principal: Principal, reached: Reached | undefined): EngineShare {
  const credential = credentialOf(principal)
  const owner = reached && reached.several === undefined ? (reached.owner ?? reached.product.id) : undefined
  if (actsForAccount(principal)) return { account: owner ?? principal.account, person: principal.account, credential }
  const account = owner ?? principal.product
  // Readers of a link are anonymous. A program with a key must not keep the person who issued it waiting.
  return { account, person: principal.kind === 'shared_link' ? 'links' : 'keys', credential }
}
