import { HOUR_MS, MINUTE_MS, type ProductId, SECOND_MS, timestamp } from '@footfall/core-domain'
import { seededRandom, seedProduct, testDatabase } from '@footfall/testkit'
import { beforeAll, expect, it } from 'vitest'
import { testEngine } from '../../test-support/index.ts'
import { evaluateDueAlerts } from './evaluate-due-alerts.ts'
import { AlertRule } from './kinds/index.ts'

/** Midnight in Berlin. Clocks go back on day 20 of the month that is evaluated. */
const BEGIN = Date.parse('2026-09-06T22:00:00Z')
const HISTORY_HOURS = 28 * 24
const MONTH_HOURS = 28 * 24
const GOAL_COUNT = 200

/** What happens to the visitors of some hours, by the hour of the month at which it begins. */
interface Happening {
  readonly from: number
  readonly to: number
  readonly factor: number
}
const happening = (day: number, hour: number, hours: number, factor: number): Happening => {
  const from = day * 24 + hour
  return { from, to: from + hours, factor }
}
const SPIKES = [happening(3, 14, 2, 4), happening(10, 9, 1, 3), happening(18, 19, 3, 5)]
const DROPS = [happening(6, 12, 3, 0.2), happening(15, 10, 1, 0.1)]
const SILENCE = happening(23, 11, 8, 0)
/** Midnights of Berlin after which many sign up within the hour; the second one is after the clocks went back. */
const GOAL_HOURS = [8 * 24, 22 * 24 + 1]

const database = testDatabase('sqlite')
const engine = testEngine()
let product: ProductId

beforeAll(async () => {
  product = (await seedProduct(database, { timezone: 'Europe/Berlin' })).product
  const goal = { name: 'signup', kind: 'custom', goal: true, revenue: false } as const
  const { revision: _, updated_at: __, ...events } = await database.store.settings.get(product, 'events')
  await database.store.settings.put(product, 'events', { ...events, events: [goal] }, timestamp(BEGIN))
  await collect()
})

it('notifies of each spike, drop, silence and reached goal of a month once, of its end once, and of nothing else', async () => {
  const rules: readonly AlertRule[] = [
    AlertRule.parse({ kind: 'spike' }),
    AlertRule.parse({ kind: 'drop' }),
    AlertRule.parse({ kind: 'silent' }),
    AlertRule.parse({ kind: 'goal', goal: 'signup', count: GOAL_COUNT }),
  ]
  const kinds = new Map<string, AlertRule['kind']>()
  const start = BEGIN + HISTORY_HOURS * HOUR_MS
  for (const rule of rules) kinds.set(await insert(rule, start), rule.kind)
  const reports = (await engine.services(database)).analytics
  // Without turns: to those, an hour that passes between two answers is one that a report took.
  const analytics = { forCaller: () => ({ reports, end() {} }) }
  const failures: unknown[] = []
  for (let hour = 1; hour <= MONTH_HOURS; hour++) {
    database.clock.set(start + hour * HOUR_MS + 5 * MINUTE_MS)
    const onFailure = (_: unknown, error: unknown) => failures.push(error)
    await evaluateDueAlerts({ ...database, analytics, baseUrl: 'https://stats.example', onFailure })
  }
  expect(failures).toEqual([])
  const notified = await notifiedBy(kinds, start)
  const hoursOf = ({ from, to }: Happening, late = 1) => [
    ['alert_started', from + late],
    ['alert_ended', to + 1],
  ]
  expect(notified.get('spike')).toEqual(SPIKES.flatMap((one) => hoursOf(one)))
  expect(notified.get('drop')).toEqual([...DROPS, SILENCE].flatMap((one) => hoursOf(one)))
  // Three hours must have passed, and it is over within the hour in which an event came.
  expect(notified.get('silent')).toEqual([
    ['alert_started', SILENCE.from + 3],
    ['alert_ended', SILENCE.to],
  ])
  // The first look at a day is still one at the day before; here looks are an hour apart. It is over with the day.
  expect(notified.get('goal')).toEqual(
    GOAL_HOURS.flatMap((hour) => [
      ['alert_started', hour + 1],
      ['alert_ended', hour + 24],
    ]),
  )
})

async function insert(rule: AlertRule, startMs: number): Promise<string> {
  const id = database.ids.alert()
  const at = timestamp(startMs)
  const times = { created_at: at, revision: 1, updated_at: at }
  const target = { kind: 'email', addresses: ['reader@example.com'] } as const
  const unevaluated = { due_at: at, active_since: undefined, last_judgement: undefined }
  await database.store.alerts.insert({ id, product, name: rule.kind, rule, target, ...unevaluated, ...times })
  return id
}

/** The notifications of each kind of alert, with the hour of the month. */
async function notifiedBy(kinds: ReadonlyMap<string, AlertRule['kind']>, startMs: number) {
  const all = '2027-01-01T00:00:00.000Z'
  const deliveries = await database.store.transaction((tx) =>
    tx.store.deliveries.take(timestamp(Date.parse(all)), timestamp(Date.parse(all)), 1_000),
  )
  const notified = [...deliveries]
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .map(({ source, message, created_at }) => ({
      kind: kinds.get(source),
      what: [message.data.type, Math.floor((Date.parse(created_at) - startMs) / HOUR_MS)],
    }))
  return new Map(
    [...Map.groupBy(notified, ({ kind }) => kind)].map(([kind, group]) => [kind, group.map(({ what }) => what)]),
  )
}

/** Eight weeks of visitors who come as chance has it, and the happenings of the last four. */
async function collect(): Promise<void> {
  const below = dice('simulated month')
  const hours = Array.from({ length: HISTORY_HOURS + MONTH_HOURS }, (_, i) => i - HISTORY_HOURS)
  const visitors = hours.map((hour) => `(${secondsAt(hour)}, ${around(usual(hour) * factorAt(hour), below)})`)
  await fill('pageview', 'pageview', 'at, i', visitors)
  const signups = GOAL_HOURS.map((hour) => `(${secondsAt(hour)}, 300)`)
  // By few visitors, so that it is not a spike.
  await fill('custom', 'signup', 'i % 30', signups)
}

const secondsAt = (hour: number) => (BEGIN + (HISTORY_HOURS + hour) * HOUR_MS) / SECOND_MS

/** The usual visitors of an hour: few at night and fewer at weekends. */
function usual(hour: number): number {
  const date = new Date(BEGIN + (HISTORY_HOURS + hour) * HOUR_MS)
  const clock = Number(date.toLocaleString('en-GB', { hour: '2-digit', timeZone: 'Europe/Berlin' }))
  const isWeekend = /Sat|Sun/.test(date.toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'Europe/Berlin' }))
  const daily = 110 - 90 * Math.cos(((clock - 3) / 24) * 2 * Math.PI)
  return daily * (isWeekend ? 0.6 : 1)
}

const factorAt = (hour: number) =>
  [...SPIKES, ...DROPS, SILENCE].find(({ from, to }) => hour >= from && hour < to)?.factor ?? 1

/** A count as chance makes it around a mean: the normal approximation of Poisson, by twelve throws. */
function around(mean: number, below: () => number): number {
  const throws = Array.from({ length: 12 }, below).reduce((sum, one) => sum + one, -6)
  return Math.max(0, Math.round(mean + throws * Math.sqrt(mean)))
}

function dice(seed: string): () => number {
  const random = seededRandom(seed)
  return () => {
    const bytes = random.bytes(4)
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32
  }
}

/** Inserts so many events into each hour; `visitor` is an expression of the instant `at` and the number `i` of the event. */
async function fill(
  kind: 'pageview' | 'custom',
  name: string,
  visitor: string,
  hours: readonly string[],
): Promise<void> {
  await engine.engine.run(`INSERT INTO events
    (product_id, ts, kind, name, visitor, visit, visit_start, visit_starts, pv_seq, hostname, path, entry_path)
    SELECT '${product}', toDateTime64(at, 3, 'UTC'), '${kind}', '${name}', cityHash64(${visitor}), cityHash64(at, i, 1),
      toDateTime(at, 'UTC'), 1, 1, 'example.com', '/', '/'
    FROM (SELECT hour.1 + intDiv(i * 3600, hour.2) AS at, i FROM
      (SELECT arrayJoin([${hours.join(', ')}]) AS hour) ARRAY JOIN range(toUInt32(hour.2)) AS i)`)
}
