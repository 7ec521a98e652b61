import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { readJson, startServer, temporaryDirectory } from '../server-process.ts'
import type { Scenario } from './scenario.ts'

const ATTACKS = 30
const HANG_UP_AFTER_MS = 500
/** How long the others are watched after clients have hung up, and at most while clients wait. */
const WATCHED_AFTER_HANG_UP_MS = 20_000
const WATCHED_AT_MOST_MS = 150_000
const EVERY_MS = 200

/** The part of the demo's file that is needed here. */
export interface Demo {
  readonly account_token: string
  readonly products: readonly { readonly id: string }[]
  readonly ingest: { readonly product: string; readonly keys: { readonly api: string } }
}

/** Expensive reports of one product's key, while `/readyz` and another account's small report are asked for. */
export const expensiveReports: Scenario = {
  name: 'expensive reports',
  async run() {
    const directory = await temporaryDirectory()
    const server = await startServer({ dataDir: directory.path, env: { DEMO: '1' } })
    const demo = await readJson<Demo>(`${directory.path}/demo.json`)
    const phases = await attack(server.url, demo)
    await server.end()
    await directory.remove()
    const statuses = phases.flatMap(({ attacks }) => attacks)
    const watched = phases.flatMap(({ readiness, report }) => [...readiness, ...report])
    const failed = watched.filter(({ status }) => status !== 200)
    return {
      tried: statuses.length + watched.length,
      survived: statuses.length + watched.length - failed.length,
      lost: failed.length,
      broken: statuses.filter((status) => status >= 500 && status !== 503).length,
      deferred: statuses.filter((status) => status === 503).length,
      note: phases.map(inWords).join('; '),
    }
  },
}

interface Answer {
  readonly ms: number
  readonly status: number
}
export interface Phase {
  readonly name: string
  readonly seconds: number
  readonly readiness: readonly Answer[]
  readonly report: readonly Answer[]
  /** Statuses of the expensive reports; 0 where the client hung up or was cut off. */
  readonly attacks: readonly number[]
}

function inWords({ name, seconds, readiness, report, attacks }: Phase): string {
  const counts = new Map<number, number>()
  for (const status of attacks) counts.set(status, (counts.get(status) ?? 0) + 1)
  const answered = [...counts].map(([status, count]) => `${count} × ${status === 0 ? 'hung up' : status}`)
  return `${name} (${seconds} s): /readyz ${summary(readiness)}, another account ${summary(report)}${answered.length > 0 ? `, the expensive ones ${answered.join(', ')}` : ''}`
}

function summary(answers: readonly Answer[]): string {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  const failed = answers.filter(({ status }) => status !== 200).length
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${failed} of ${answers.length} not 200`
}

/** The attack on a running service with the demo's data: clients that hang up, then clients that wait. */
async function attack(url: string, demo: Demo): Promise<readonly Phase[]> {
  const small = smallReport(demo)
  const ask = (path: string, token?: string) => answerOf(`${url}${path}`, token)
  const phase = async (name: string, work: () => Promise<readonly number[]>): Promise<Phase> => {
    const begun = performance.now()
    const over = new AbortController()
    const readiness = repeatedly(over.signal, () => ask('/readyz'))
    const report = repeatedly(over.signal, (i) => ask(small(i), demo.account_token))
    const attacks = await work()
    over.abort()
    const [ready, reports] = await Promise.all([readiness, report])
    const seconds = Math.round((performance.now() - begun) / 1_000)
    return { name, seconds, readiness: ready, report: reports, attacks }
  }
  const expensive = async (first: number, signal: AbortSignal) => {
    const asked = Array.from({ length: ATTACKS }, (_, i) => `${url}${expensiveReport(demo.ingest.product, first + i)}`)
    const answers = await Promise.all(asked.map((report) => answerOf(report, demo.ingest.keys.api, signal)))
    return answers.map(({ status }) => status)
  }
  return [
    await phase('before', async () => {
      await pause(5_000)
      return []
    }),
    await phase(`${ATTACKS} clients that hang up`, async () => {
      const statuses = await expensive(0, AbortSignal.timeout(HANG_UP_AFTER_MS))
      await pause(WATCHED_AFTER_HANG_UP_MS)
      return statuses
    }),
    await phase(`${ATTACKS} clients that wait`, () => expensive(ATTACKS, AbortSignal.timeout(WATCHED_AT_MOST_MS))),
  ]
}

/** One request after the other, each begun a little after the last one was answered. */
async function repeatedly(until: AbortSignal, ask: (i: number) => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  while (!until.aborted) {
    answers.push(await ask(answers.length))
    await pause(EVERY_MS)
  }
  return answers
}

/** A new connection each time, as a probe makes it. */
function answerOf(url: string, token?: string, signal?: AbortSignal): Promise<Answer> {
  const begun = performance.now()
  const answered = (status: number): Answer => ({ ms: performance.now() - begun, status })
  return new Promise((resolve) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const request = get(url, { headers, agent: false, ...(signal && { signal }) }, (response: IncomingMessage) => {
      response.resume()
      response.once('end', () => resolve(answered(response.statusCode ?? 0)))
      response.once('error', () => resolve(answered(0)))
    })
    request.once('error', () => resolve(answered(0)))
  })
}

/** Different each time, so that no answer comes out of the cache. */
function smallReport(demo: Demo): (i: number) => string {
  const other = demo.products.find(({ id }) => id !== demo.ingest.product)?.id ?? ''
  return (i) => `/api/v1/stats?${new URLSearchParams({ product: other, metric: 'visitors', ...days(7, i % 80) })}`
}

/** As much as a question may cost: every filter that searches, every pattern, a series, a breakdown and a comparison. */
export function expensiveReport(product: string, i: number): string {
  const patterns = (count: number, of: string) => Array.from({ length: count }, (_, n) => `*${of}${n}*${i}*`)
  const filters = [
    ...Array.from({ length: 8 }, (_, n) => ({
      dimension: 'exit_page',
      operator: 'matches',
      values: ['*', ...patterns(10, `x${n}`)],
    })),
    { dimension: 'entry_page', operator: 'not_contains', values: patterns(10, 'y') },
  ]
  return `/api/v1/stats?${new URLSearchParams({
    product,
    metric: 'visit_duration',
    ...days(3_600, i),
    interval: 'week',
    dimension: 'exit_page',
    compare: 'previous_period',
    filters: JSON.stringify(filters),
  })}`
}

function days(count: number, ago: number): { from: string; to: string } {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  return { from: day(ago + count - 1), to: day(ago) }
}
