import { RateLimited, type RateLimiter, type RateVerdict } from '@footfall/core-domain'
import { credentialOf, type Principal } from '@footfall/scopes-policy'

/** Counts executions per credential and minute; 0 switches the limit off. Previews and replays never come here. */
export function createWriteAdmission(rateLimiter: RateLimiter, limitPerMinute: number) {
  return async (principal: Principal): Promise<void> => {
    if (limitPerMinute === 0) return
    assertWithinLimit(await rateLimiter.consume('writes', credentialOf(principal), limitPerMinute))
  }
}

export function assertWithinLimit({ allowed, resetSeconds }: RateVerdict): void {
  if (!allowed) throw new RateLimited(Math.max(1, resetSeconds))
}

/** What a verdict says on every answer, allowed or not; the same over REST and MCP. */
export function rateLimitHeaders(policy: string, { limit, remaining, resetSeconds }: RateVerdict): [string, string][] {
  return [
    ['RateLimit-Policy', `"${policy}";q=${limit};w=60`],
    ['RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`],
  ]
}
