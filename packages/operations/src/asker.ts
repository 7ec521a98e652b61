import type { Analytics, AskerReports, Reports } from '@footfall/core-domain'
import { actsForAccount, type Principal } from '@footfall/scopes-policy'

/** The reports of one call. */
export interface Asker {
  /** Prepares them when first asked. */
  reports(): Reports
  /** Stops what is still being made. */
  end(): void
}

/** Most calls ask for no report, so nothing is prepared before one does. */
export function askerOf(principal: Principal, analytics: Analytics, signal: (() => AbortSignal) | undefined): Asker {
  let made: AskerReports | undefined
  return {
    reports() {
      made ??= analytics.askedBy({ share: shareOf(principal), signal: signal?.() })
      return made.reports
    },
    end() {
      made?.end()
    },
  }
}

/**
 * Whose share of the engine a call's reports count to. A Website API key acts for nobody, so it counts to its product; a
 * shared link has a share of its own, so that whoever has it slows nobody of the product down.
 */
function shareOf(principal: Principal): string {
  if (actsForAccount(principal)) return principal.account
  return principal.kind === 'shared_link' ? principal.link : principal.product
}
