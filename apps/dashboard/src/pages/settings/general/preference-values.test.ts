import { expect, it } from 'vitest'
import type { Preferences } from '../../../api/types.ts'
import { changedPreferences, describePreferences, toPreferenceValues } from './preference-values.ts'

const STORED: Preferences = {
  timezone: 'America/New_York',
  week_starts_on: 'monday',
  default_range: '30d',
  currency: 'EUR',
  excluded_query_params: ['ref', 'session'],
  path_rules: { trailing_slash: 'keep', lowercase: false },
  visitor_identity: 'daily',
  bot_filtering: true,
  suspected_automation: 'exclude',
  respect_privacy_signals: false,
  retention_days: 90,
  suppression_threshold: 0,
  revision: 4,
  updated_at: '2026-01-01T00:00:00Z',
}
const before = toPreferenceValues(STORED)

it('sends no preference that was not changed', () => {
  expect(changedPreferences(before, before)).toEqual({})
})

it('sends each changed preference in the type that the API accepts', () => {
  const values = {
    ...before,
    timezone: 'UTC',
    currency: ' usd ',
    excluded_query_params: 'ref, ref\n\nutm_id',
    path_rules: 'remove lowercase',
    bot_filtering: false,
    retention_days: '365',
  }
  expect(changedPreferences(values, before)).toEqual({
    timezone: 'UTC',
    currency: 'USD',
    excluded_query_params: ['ref', 'utm_id'],
    path_rules: { trailing_slash: 'remove', lowercase: true },
    bot_filtering: false,
    retention_days: 365,
  })
})

it('sends NaN for an empty number field, so that the service rejects it', () => {
  expect(changedPreferences({ ...before, retention_days: ' ' }, before)).toEqual({ retention_days: Number.NaN })
})

it('describes each preference with its label and unit', () => {
  const described = new Map(describePreferences(before).map(({ label, value }) => [label, value]))
  expect(described.get('Time zone')).toBe('America/New York')
  expect(described.get('Keep events for (days)')).toBe('90 days')
  expect(described.get('Weeks begin on')).toBe('Monday')
  expect(described.get('Paths')).toBe('As they are')
  expect(described.get('Exclude bots')).toBe('Yes')
  expect(described.get('Suspected automation')).toBe('Left out of every number')
  expect(described.get('Query parameters to remove')).toBe('ref\nsession')
})
