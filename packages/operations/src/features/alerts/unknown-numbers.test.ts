import { createAnalytics, memoryVersions } from '@footfall/analytics'
import { type Analytics, defaultSettings, ProductId, UTC } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import { testEngine } from '@footfall/warehouse/test-support'
import { expect, it } from 'vitest'
import { evaluateAlert } from './evaluate-alert.ts'
import { AlertRule } from './kinds/index.ts'

const clock = settableClock('2026-11-20T14:00:00Z')
const engine = testEngine()

const preferences = { ...defaultSettings(UTC).preferences, suppression_threshold: 0 }
const goals = [{ name: 'Signup', kind: 'custom' as const, goal: true, revenue: false }]
const scope = { product: ProductId.parse('prd_unknown'), preferences, goals, timezone: UTC }

/** The same reports, as they are of days that are known only from an import. */
function unavailable(reports: Analytics): Analytics {
  const state = { state: 'unavailable' as const, reason: 'not_fully_collected' as const }
  return {
    ...reports,
    async query(...asked) {
      const { data, ...rest } = await reports.query(...asked)
      return { ...rest, data: { ...data, ...state, value: null } }
    },
    async goals(...asked) {
      const { data, meta } = await reports.goals(...asked)
      const none = { conversions: null, converted_visitors: null, conversion_rate: null, revenue: null }
      return { meta, data: { ...data, ...state, goals: data.goals.map((goal) => ({ ...goal, ...state, ...none })) } }
    },
  }
}

it.each([
  [{ kind: 'silent', hours: 3 }],
  [{ kind: 'drop', span: 'day' }],
  [{ kind: 'spike', span: 'hour' }],
  [{ kind: 'goal', goal: 'Signup', count: 1 }],
])('an alert evaluates nothing where its number cannot be known: %j', async (rule) => {
  const reports = unavailable(createAnalytics({ engine, clock, versions: memoryVersions() }))
  const alert = { rule: AlertRule.parse(rule), active_since: undefined, last_judgement: undefined }
  const { evaluation, transition } = await evaluateAlert(alert, { reports, scope, nowMs: clock.now() })
  expect([evaluation.problem, evaluation.value, transition]).toEqual(['not_collected', null, undefined])
})
