import { RateLimited, type RateLimiter } from '@footfall/core-domain'
import { credentialOf, type Principal } from '@footfall/scopes-policy'

/** Counts executions per credential and minute; 0 switches the limit off. Previews and replays never come here. */
export function createWriteAdmission(rateLimiter: RateLimiter, limitPerMinute: number) {
  return async (principal: Principal): Promise<void> => {
    if (limitPerMinute === 0) return
    const { allowed, resetSeconds } = await rateLimiter.consume('writes', credentialOf(principal), limitPerMinute)
    if (!allowed) throw new RateLimited(Math.max(1, resetSeconds))
  }
}
