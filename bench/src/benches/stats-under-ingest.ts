import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, utcDate } from '@footfall/core-domain'
import { load } from '../harness/load.ts'
import { HISTORY_DAYS, prepareHistory } from '../harness/prepared.ts'
import type { Bench } from '../harness/report.ts'
import { milliseconds, quantile, samples } from '../harness/samples.ts'
import { type RunningService, silentProduct, startService } from '../harness/service.ts'
import { BROWSER } from './collect.ts'

const ROUNDS = 5
const CALLERS = 8
const SECONDS = 10
const EVENTS_PER_SECOND = 4000
/** Each caller asks this often, however long the answers take: five reports a second, as if each dashboard was reloaded. */
const ASKS_PER_SECOND = 5
const LONE_CALLS = 60

export const statsUnderIngestBench: Bench = {
  name: 'stats-under-ingest',
  title: `${CALLERS} callers of one product's stats while ${EVENTS_PER_SECOND} events/s arrive, against a lone caller`,
  async run() {
    const dataDir = await mkdtemp(join(tmpdir(), 'footfall-bench-'))
    try {
      const first = await startService(dataDir, true)
      await first.stop()
      const product = silentProduct(first.access)
      const { events } = await prepareHistory(dataDir, product, { forPostgres: false })
      const service = await startService(dataDir, false)
      try {
        return await measure(service, product, events)
      } finally {
        await service.stop()
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

async function measure(service: RunningService, product: string, events: number) {
  const anew = newQuestions(service, product)
  const alike = dashboard(service, product)
  const lone: number[] = []
  const crowdP50: number[] = []
  const crowdP99: number[] = []
  const arrived: number[] = []
  const rejected: number[] = []
  await oneByOne(anew, LONE_CALLS)
  for (let round = 0; round < ROUNDS; round++) {
    lone.push(quantile(await oneByOne(anew, LONE_CALLS), 0.5))
    let over = false
    const events = arrivals(service, product).finally(() => {
      over = true
    })
    const times = await atFixedRate(alike, CALLERS * ASKS_PER_SECOND, () => over)
    const { perSecond, failed } = await events
    arrived.push(perSecond)
    rejected.push(failed / SECONDS)
    crowdP50.push(quantile(times, 0.5))
    crowdP99.push(quantile(times, 0.99))
  }
  const baseline = { name: 'lone caller p50', samples: samples(lone) }
  return {
    lines: [
      { what: `p50 of ${CALLERS} callers`, unit: 'ms', ours: samples(crowdP50), baseline },
      { what: `p99 of ${CALLERS} callers`, unit: 'ms', ours: samples(crowdP99), baseline, demand: { timesAtMost: 4 } },
      {
        what: 'events that arrived meanwhile',
        unit: '/s',
        ours: samples(arrived),
        demand: { atLeast: 0.95 * EVENTS_PER_SECOND },
      },
      { what: 'events rejected meanwhile', unit: '/s', ours: samples(rejected), demand: { atMost: 0 } },
    ],
    notes: [
      `One product with ${events.toLocaleString('en')} events; events arrive over POST /api/event, one a request, from a load process on the same machine.`,
      'The lone caller asks visitors, visits, pageviews, bounce rate or duration over another range of 30 to 90 days each time, so that every answer is worked out anew.',
      `The ${CALLERS} callers look at the same five reports of the last 30 days, as people do, ${CALLERS * ASKS_PER_SECOND} questions a second in all, whether or not earlier ones are answered. A time counts from when the question was due. Every batch of arriving events ends what was cached, twice a second; whoever asks next works it out for all who wait.`,
    ],
  } as const
}

const METRICS = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration']

/** Requests five reports of the last 30 days, today included, in a loop. */
function dashboard(service: RunningService, product: string): () => Promise<number> {
  let asked = 0
  return () => {
    const metric = METRICS[asked++ % METRICS.length] ?? 'visitors'
    const query = new URLSearchParams({ product, metric, from: daysAgo(29), to: daysAgo(0), tz: 'Europe/Berlin' })
    return milliseconds(() => service.get(`/api/v1/stats?${query}`))
  }
}

const daysAgo = (days: number) => utcDate(Date.now() - days * DAY_MS)

/** Sends a different query each time: 300 combinations of metric and period before one repeats. */
function newQuestions(service: RunningService, product: string): () => Promise<number> {
  let asked = 0
  return () => {
    const metric = METRICS[asked % METRICS.length] ?? 'visitors'
    const days = 30 + (Math.floor(asked / METRICS.length) % (HISTORY_DAYS - 30))
    asked++
    const query = new URLSearchParams({
      product,
      metric,
      from: daysAgo(days),
      to: daysAgo(1),
      tz: 'Europe/Berlin',
    })
    return milliseconds(() => service.get(`/api/v1/stats?${query}`))
  }
}

/** Asks again when it is answered: the times, sorted. */
async function oneByOne(ask: () => Promise<number>, calls: number) {
  const times: number[] = []
  for (let call = 0; call < calls; call++) times.push(await ask())
  return times.sort((a, b) => a - b)
}

/** Asks at a fixed rate until `isOver`, and waits for every answer. Returns the times from when each was due, sorted. */
async function atFixedRate(ask: () => Promise<number>, perSecond: number, isOver: () => boolean) {
  const answers: Promise<number>[] = []
  const started = performance.now()
  for (let due = started; !isOver(); due += 1000 / perSecond) {
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
    // A late start is waiting too.
    const late = Math.max(0, performance.now() - due)
    answers.push(ask().then((milliseconds) => milliseconds + late))
  }
  const times = await Promise.all(answers)
  return times.sort((a, b) => a - b)
}

function arrivals(service: RunningService, product: string) {
  return load({
    url: `${service.url}/api/event`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': BROWSER },
    body: JSON.stringify({ product, name: 'pageview', url: 'https://shop.example.com/guide/1' }),
    connections: 32,
    seconds: SECONDS,
    rate: EVENTS_PER_SECOND,
  })
}
