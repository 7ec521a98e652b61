import { createHmac } from 'node:crypto'
import { type Clock, type RateLimiter, type RateVerdict, type SaltStore, utcDate } from '@footfall/core-domain'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { translateFailure } from './connections/failures.ts'

const WINDOW_SECONDS = 60
/** The library only counts: limits differ by bucket, and are compared here. */
const NEVER_REJECTED = 2 ** 31 - 1

type Counter = Pick<RateLimiterMemory, 'consume'>

/** Counts in this process, for a service of one process. */
export function memoryRateLimiter(): RateLimiter {
  const counter = new RateLimiterMemory({ points: NEVER_REJECTED, duration: WINDOW_SECONDS, keyPrefix: '' })
  return { consume: (bucket, key, limit) => count(counter, `${bucket}:${key}`, limit) }
}

/**
 * Counts in PostgreSQL, for all replicas together. Keys may be addresses of people, which are never stored: the key of the
 * row is an HMAC under the salt of the day.
 */
export function postgresRateLimiter(pool: pg.Pool, salts: SaltStore, clock: Clock): RateLimiter {
  const counter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    points: NEVER_REJECTED,
    duration: WINDOW_SECONDS,
    keyPrefix: '',
  })
  return {
    async consume(bucket, key, limit) {
      const { current } = await salts.salts(utcDate(clock.now()))
      const hashed = createHmac('sha256', current).update(`${bucket}:${key}`).digest('base64url')
      return await count(counter, hashed, limit)
    },
  }
}

async function count(counter: Counter, key: string, limit: number): Promise<RateVerdict> {
  let result: RateLimiterRes
  try {
    result = await counter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw translateFailure(error)
    result = error
  }
  return {
    allowed: result.consumedPoints <= limit,
    limit,
    remaining: Math.max(0, limit - result.consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1_000)),
  }
}
