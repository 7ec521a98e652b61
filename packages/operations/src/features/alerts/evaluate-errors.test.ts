import { createAnalytics, memoryVersions } from '@footfall/analytics'
import { defaultSettings, HOUR_MS, MINUTE_MS, ProductId, type StoredAlert, UTC } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { eventRow, testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, expect, it } from 'vitest'
import { evaluateAlert } from './evaluate-alert.ts'
import { AlertRule } from './kinds/index.ts'

const START = Date.parse('2026-11-20T08:00:00Z')
const product = ProductId.parse('prd_alerts')
const off = ProductId.parse('prd_off')
const clock = settableClock('2026-11-20T14:00:00Z')
const engine = testEngine()

function report(hour: number, minute: number, change: Partial<EventRow>): EventRow {
  const ts = new Date(START + hour * HOUR_MS + minute * MINUTE_MS).toISOString().slice(0, 23).replace('T', ' ')
  return eventRow({ product_id: product, ts, kind: 'engagement', visit_starts: 0, pv_seq: 0, ...change })
}

beforeAll(async () => {
  const rows = [
    eventRow({ product_id: off, ts: '2026-11-20 08:00:00.000' }),
    // By hours: 3 errors, 51, 45, 40, none measured.
    ...[3, 51, 45, 40].map((error_count, hour) => report(hour, 5, { error_count, error: '7' })),
    ...[1000, 3000, 3000, 3000].map((lcp, i) => report(1, 10 + i, { lcp })),
  ]
  await engine.insert('events', 'JSONEachRow', rows.map((row) => JSON.stringify(row)).join('\n'), 'alerts')
})

/** Evaluates after each hour, from the first on, and says which notifications there were. */
async function notifiedByHour(rule: object, hours: number, of = product, suppression_threshold = 0) {
  const reports = createAnalytics({ engine, clock, versions: memoryVersions() })
  const preferences = { ...defaultSettings(UTC).preferences, suppression_threshold }
  const scope = { product: of, preferences, goals: [], timezone: UTC }
  const notified = []
  let active_since: StoredAlert['active_since']
  for (let hour = 1; hour <= hours; hour++) {
    const alert = { rule: AlertRule.parse({ kind: 'errors', ...rule }), active_since, last_judgement: undefined }
    const nowMs = START + hour * HOUR_MS + 5 * MINUTE_MS
    const { evaluation, transition, activeSince } = await evaluateAlert(alert, { reports, scope, nowMs })
    notified.push([evaluation.value, evaluation.problem, transition])
    active_since = activeSince
  }
  return notified
}

it('an alert of errors notifies once when an hour has more than the limit, and once when one has clearly fewer', async () => {
  expect(await notifiedByHour({ limit: 50 }, 5)).toEqual([
    [3, null, undefined],
    [51, null, 'started'],
    [45, null, undefined],
    [40, null, 'ended'],
    [0, null, undefined],
  ])
})

it('an alert of a web vital evaluates the 75th percentile of an hour, and nothing in an hour without measurements', async () => {
  expect(await notifiedByHour({ measure: 'lcp', limit: 2500 }, 3)).toEqual([
    [null, null, undefined],
    [3000, null, 'started'],
    [null, null, undefined],
  ])
})

it('an alert of errors evaluates nothing for pages that do not report errors or have too few visitors', async () => {
  expect(await notifiedByHour({ limit: 1 }, 1, off)).toEqual([[null, 'not_collected', undefined]])
  expect(await notifiedByHour({ limit: 1 }, 1, product, 5)).toEqual([[null, 'withheld', undefined]])
})
