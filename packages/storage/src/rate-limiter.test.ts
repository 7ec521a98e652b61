import { describeEachDialect, testDatabase } from '@footfall/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rawSql } from './test-support/raw-sql.ts'

// The minute of a count is one of the machine's clock, which stands still here.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describeEachDialect('the rate limiter', (database) => {
  it('allows as many requests as the limit, and rejects the next one', async () => {
    const { rateLimiter } = database.control
    const verdicts = []
    for (let i = 0; i < 4; i++) verdicts.push(await rateLimiter.consume('requests', 'tok_a', 3))
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, true, false])
    expect(verdicts.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0])
    for (const { limit, resetSeconds } of verdicts) {
      expect(limit).toBe(3)
      expect(resetSeconds).toBeGreaterThan(50)
      expect(resetSeconds).toBeLessThanOrEqual(60)
    }
  })

  it('counts each bucket and key of the rate limiter separately', async () => {
    const { rateLimiter } = database.control
    expect(await rateLimiter.consume('writes', 'tok_b', 1)).toMatchObject({ allowed: true })
    expect(await rateLimiter.consume('writes', 'tok_c', 1)).toMatchObject({ allowed: true })
    expect(await rateLimiter.consume('requests', 'tok_b', 1)).toMatchObject({ allowed: true })
    expect(await rateLimiter.consume('writes', 'tok_b', 1)).toMatchObject({ allowed: false })
  })

  it('resets the count of the rate limiter after a minute', async () => {
    const { rateLimiter } = database.control
    await rateLimiter.consume('requests', 'tok_d', 1)
    expect(await rateLimiter.consume('requests', 'tok_d', 1)).toMatchObject({ allowed: false })
    vi.advanceTimersByTime(60_001)
    expect(await rateLimiter.consume('requests', 'tok_d', 1)).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('counts every one of many concurrent requests against the limit', async () => {
    const { rateLimiter } = database.control
    const verdicts = await Promise.all(Array.from({ length: 30 }, () => rateLimiter.consume('requests', 'tok_e', 10)))
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10)
  })
})

describe('the rate limiter on PostgreSQL', () => {
  const database = testDatabase('postgres')

  it('shares the counts of the rate limiter between processes on PostgreSQL', async () => {
    const replicas = [database.control, database.open(), database.open()]
    const verdicts = await Promise.all(
      Array.from({ length: 9 }, (_, i) => replicas[i % 3]?.rateLimiter.consume('requests', 'tok_f', 5)),
    )
    expect(verdicts.filter((verdict) => verdict?.allowed)).toHaveLength(5)
  })

  it('stores no IP address in the rate limiter', async () => {
    await database.control.rateLimiter.consume('collect', '203.0.113.77', 5)
    const rows = await rawSql(database.config, 'select * from rate_limits')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('203.0.113.77')
  })
})
