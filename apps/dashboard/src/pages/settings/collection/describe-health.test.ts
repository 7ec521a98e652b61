import { DROP_REASONS } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import type { Health } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { describeHealth, formatLag, formatUsual } from './describe-health.ts'

const health = (change: Partial<Health>): Health => ({
  status: 'degraded',
  last_event_at: '2026-11-20T10:00:00Z',
  events_last_24_hours: 100,
  usual_weekday: null,
  gaps: [],
  rejected: [],
  unlisted_names: null,
  automation: {
    visits: 0,
    suspected_visits: 0,
    share: null,
    counted: false,
    unclassified_visits: 0,
    days: [],
    rules: [],
  },
  ingest: { lag_seconds: 0, pending_events: 0 },
  ...change,
})
const usual = (actual: number) => ({ expected: 200, actual, ratio: actual / 200, weeks: 4 })
const behind = { lag_seconds: 300, pending_events: 7 }

describe('the description of health', () => {
  it('names the reason for a degraded state, and both reasons if either is possible', () => {
    const why = (change: Partial<Health>) => describeHealth(health(change)).why
    expect(why({ usual_weekday: usual(20) })).toContain('fewer events')
    expect(why({ usual_weekday: usual(20) })).not.toContain('delayed')
    expect(why({ ingest: behind })).toContain('delayed')
    expect(why({ ingest: behind, usual_weekday: usual(220) })).not.toContain('fewer')
    expect(why({ ingest: behind, usual_weekday: usual(20) })).toMatch(/fewer.*delayed/)
  })

  it('describes every state of health differently', () => {
    const states = ['healthy', 'degraded', 'silent', 'no_data'] as const
    const descriptions = states.map((status) => describeHealth(health({ status })))
    expect(new Set(descriptions.map(({ label }) => label)).size).toBe(states.length)
    expect(new Set(descriptions.map(({ why }) => why)).size).toBe(states.length)
  })

  it('describes every drop reason differently', () => {
    const descriptions = DROP_REASONS.map((reason) => t(`settings.collection.drop_${reason}`))
    expect(new Set(descriptions).size).toBe(DROP_REASONS.length)
  })

  it('compares today to usual days, and says how long events wait', () => {
    expect(formatUsual({ ...usual(50), weeks: 1 })).toContain('weekday of last week (25')
    expect(formatUsual({ expected: 0, actual: 3, ratio: null, weeks: 4 })).not.toContain('(')
    expect(formatLag({ lag_seconds: 0, pending_events: 0 })).toBe('Up to date')
    expect(formatLag({ lag_seconds: 3.2, pending_events: 1 })).toBe('1 event waiting, the oldest for 3 s')
    expect(formatLag({ lag_seconds: 0.2, pending_events: 2 })).toContain('less than a second')
    expect(formatLag({ lag_seconds: 300, pending_events: 2 })).toContain('for 5 min')
    expect(formatLag({ lag_seconds: 9_000, pending_events: 2 })).toContain('for 3 h')
  })
})
