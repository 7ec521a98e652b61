import { DROP_REASONS } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import type { Health } from '../../../api/types.ts'
import { healthWords, lagWords, rejectionWords, usualWords } from './describe-health.ts'

const health = (change: Partial<Health>): Health => ({
  status: 'degraded',
  last_event_at: '2026-11-20T10:00:00Z',
  events_last_24_hours: 100,
  usual_weekday: null,
  gaps: [],
  rejected: [],
  ingest: { lag_seconds: 0, pending_events: 0 },
  ...change,
})
const usual = (actual: number) => ({ expected: 200, actual, ratio: actual / 200, weeks: 4 })
const behind = { lag_seconds: 300, pending_events: 7 }

describe('the words for the health of collection', () => {
  it('name of two reasons the one that there is, and both where either may be', () => {
    const why = (change: Partial<Health>) => healthWords(health(change)).why
    expect(why({ usual_weekday: usual(20) })).toContain('fewer events')
    expect(why({ usual_weekday: usual(20) })).not.toContain('behind')
    expect(why({ ingest: behind })).toContain('behind')
    expect(why({ ingest: behind, usual_weekday: usual(220) })).not.toContain('fewer')
    expect(why({ ingest: behind, usual_weekday: usual(20) })).toMatch(/fewer.*behind/)
  })

  it('differ for every state', () => {
    const states = ['healthy', 'degraded', 'silent', 'no_data'] as const
    const said = states.map((status) => healthWords(health({ status })))
    expect(new Set(said.map(({ label }) => label)).size).toBe(states.length)
    expect(new Set(said.map(({ why }) => why)).size).toBe(states.length)
  })

  it('exist for every reason for which an event is left out', () => {
    const said = DROP_REASONS.map((reason) => rejectionWords(reason).what)
    expect(new Set(said).size).toBe(DROP_REASONS.length)
  })

  it('say how today compares, and how long events wait', () => {
    expect(usualWords({ ...usual(50), weeks: 1 })).toContain('weekday of last week (25')
    expect(usualWords({ expected: 0, actual: 3, ratio: null, weeks: 4 })).not.toContain('(')
    expect(lagWords({ lag_seconds: 0, pending_events: 0 })).toBe('Nothing waits to be counted')
    expect(lagWords({ lag_seconds: 3.2, pending_events: 1 })).toBe('1 event waits to be counted, the oldest for 3 s')
    expect(lagWords({ lag_seconds: 0.2, pending_events: 2 })).toContain('less than a second')
    expect(lagWords({ lag_seconds: 300, pending_events: 2 })).toContain('for 5 min')
    expect(lagWords({ lag_seconds: 9_000, pending_events: 2 })).toContain('for 3 h')
  })
})
