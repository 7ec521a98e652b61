import { type Clock, outageGuard, type RateLimiter, ServiceUnavailable } from '@footfall/core-domain'
import { COUNT_TIMEOUT_MS } from './connections/time-limits.ts'

/**
 * Counts in `shared`, and in `local` while `shared` does not answer: a limit per process is better than none, and
 * collecting must not fail because requests cannot be counted.
 */
export function withLocalFallback(shared: RateLimiter, local: RateLimiter, clock: Clock): RateLimiter {
  const guarded = outageGuard({ clock, store: 'control_database', timeoutMs: COUNT_TIMEOUT_MS })
  return {
    async consume(bucket, key, limit) {
      try {
        return await guarded(() => shared.consume(bucket, key, limit))
      } catch (error) {
        if (!(error instanceof ServiceUnavailable)) throw error
        return local.consume(bucket, key, limit)
      }
    },
  }
}
