import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import * as ours from '../data/our-reports.ts'
import * as umami from '../data/umami-queries.ts'
import { EVENT_COLUMNS, SESSION_COLUMNS, UMAMI_INDEXES, UMAMI_TABLES } from '../data/umami-tables.ts'
import { startPostgres } from '../harness/postgres.ts'
import { HISTORY_DAYS, HISTORY_EVENTS, historyRange, prepareHistory } from '../harness/prepared.ts'
import type { Bench, Line } from '../harness/report.ts'
import { milliseconds, type Samples, samples } from '../harness/samples.ts'
import { type RunningService, silentProduct, startService } from '../harness/service.ts'

const ROUNDS = 5
const TIMEZONE = 'Europe/Berlin'

interface Tile {
  readonly name: string
  readonly ours: ours.OurReport
  readonly umami: umami.UmamiReport
}

const TILES: readonly Tile[] = [
  { name: 'website stats', ours: ours.ourStats, umami: umami.umamiStats },
  { name: 'pageviews by day', ours: ours.ourPageviewSeries, umami: umami.umamiPageviewSeries },
  { name: 'visitors by day', ours: ours.ourVisitorSeries, umami: umami.umamiVisitorSeries },
  { name: 'top pages', ours: ours.ourPages, umami: umami.umamiPages },
  { name: 'top referrers', ours: ours.ourReferrers, umami: umami.umamiReferrers },
  { name: 'top countries', ours: ours.ourCountries, umami: umami.umamiCountries },
  { name: 'entry pages', ours: ours.ourEntryPages, umami: umami.umamiEntryPages },
]

const DEMANDS: Readonly<Record<string, number>> = {
  'visitors by day, 30 days': 25,
  'website stats, 90 days': 20,
  'top pages, 90 days': 10,
  'seven tiles together, 90 days': 30,
}

export const statsBench: Bench = {
  name: 'stats',
  title: `Reports of one product with ${HISTORY_EVENTS.toLocaleString('en')} events, against Umami's tables in PostgreSQL 18`,
  async run() {
    const directory = await mkdtemp(join(tmpdir(), 'footfall-bench-stats-'))
    // PostgreSQL runs as another user here and reads the files itself.
    await chmod(directory, 0o755)
    const dataDir = join(directory, 'data')
    await mkdir(dataDir)
    const postgres = await startPostgres()
    try {
      const first = await startService(dataDir, true)
      await first.stop()
      const product = silentProduct(first.access)
      const { events } = await prepareHistory(dataDir, product, { forPostgres: true })
      await loadUmami(postgres.client, dataDir)
      const service = await startService(dataDir, false)
      try {
        const lines: Line[] = []
        let compared = 0
        for (const days of [30, HISTORY_DAYS]) {
          const measured = await measureSpan({ client: postgres.client, service, product, days })
          lines.push(...measured.lines)
          compared += measured.compared
        }
        return { lines, notes: notes(events, compared) }
      } finally {
        await service.stop()
      }
    } finally {
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    }
  },
}

async function loadUmami(client: pg.Client, dataDir: string): Promise<void> {
  await chmod(dataDir, 0o755)
  await client.query(UMAMI_TABLES)
  for (const [table, columns, file] of [
    ['session', SESSION_COLUMNS, 'sessions.csv'],
    ['website_event', EVENT_COLUMNS, 'events.csv'],
  ]) {
    await chmod(join(dataDir, String(file)), 0o644)
    await client.query(`COPY ${table} (${columns}) FROM '${join(dataDir, String(file))}' WITH (FORMAT csv, NULL '\\N')`)
  }
  for (const statement of UMAMI_INDEXES) await client.query(statement)
  await client.query('VACUUM ANALYZE')
}

interface SpanUnderTest {
  readonly client: pg.Client
  readonly service: RunningService
  readonly product: string
  readonly days: number
}

async function measureSpan({ client, service, product, days }: SpanUnderTest) {
  const range = { ...historyRange(days), timezone: TIMEZONE }
  const ourTimes = TILES.map((): number[] => [])
  const theirTimes = TILES.map((): number[] => [])
  let compared = 0
  for (let round = 0; round < ROUNDS; round++) {
    await emptyCache(service, product)
    for (const [i, tile] of TILES.entries()) {
      let answer: umami.Answer = new Map()
      let expected: umami.Answer = new Map()
      ourTimes[i]?.push(
        await milliseconds(async () => {
          answer = await tile.ours(service, product, range)
        }),
      )
      theirTimes[i]?.push(
        await fasterWorkMem(client, async () => {
          expected = await tile.umami(client, range)
        }),
      )
      if (round === 0) compared += assertEqual(`${tile.name}, ${days} days`, answer, expected)
    }
  }
  const line = (what: string, mine: Samples, theirs: Samples): Line => ({
    what,
    unit: 'ms',
    ours: mine,
    baseline: { name: 'PostgreSQL', samples: theirs },
    ...(DEMANDS[what] === undefined ? {} : { demand: { ratioAtLeast: DEMANDS[what] } }),
  })
  return {
    compared,
    lines: [
      ...TILES.map(({ name }, i) =>
        line(`${name}, ${days} days`, samples(ourTimes[i] ?? []), samples(theirTimes[i] ?? [])),
      ),
      line(`seven tiles together, ${days} days`, sums(ourTimes), sums(theirTimes)),
    ],
  }
}

/** The sum over the tiles in each round. */
function sums(times: readonly (readonly number[])[]): Samples {
  return samples(
    Array.from({ length: ROUNDS }, (_, round) => times.reduce((total, tile) => total + (tile[round] ?? 0), 0)),
  )
}

/** PostgreSQL runs with a small and a large work_mem, and the better result counts. */
async function fasterWorkMem(client: pg.Client, query: () => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (const memory of ['4MB', '256MB']) {
    await client.query(`SET work_mem = '${memory}'`)
    best = Math.min(best, await milliseconds(query))
  }
  return best
}

/**
 * Results are kept until the product's data changes, so an event of today is sent and awaited: it lies outside of every
 * range asked and makes the service forget all that it knows of the product.
 */
async function emptyCache(service: RunningService, product: string): Promise<void> {
  const response = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    },
    body: JSON.stringify({ product, name: 'pageview', url: 'https://shop.example.com/' }),
  })
  if (response.status !== 202) throw new Error(`the event was answered with ${response.status}`)
  await response.arrayBuffer()
  for (;;) {
    const health = (await service.get(`/api/v1/stats/health?product=${product}`)) as {
      readonly data: { readonly ingest: { readonly pending_events: number } }
    }
    if (health.data.ingest.pending_events === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Compares every value of both sides. Rows of equal rank may differ at the end of a list. */
function assertEqual(what: string, answer: umami.Answer, expected: umami.Answer): number {
  if (answer.size !== expected.size) throw new Error(`${what}: ${answer.size} values against ${expected.size}`)
  const least = Math.min(...expected.values())
  for (const [key, value] of expected) {
    const mine = answer.get(key)
    const cutOff = expected.size === umami.ROWS && value === least && mine === undefined
    if (!cutOff && !(mine !== undefined && Math.abs(mine - value) <= 1e-9 * Math.max(1, value))) {
      throw new Error(`${what}: ${key} is ${mine} and should be ${value}`)
    }
  }
  return expected.size
}

function notes(events: number, compared: number): string[] {
  return [
    `${events.toLocaleString('en')} events imported by our own import; PostgreSQL holds the same events under the same visits, copied in time order, indexed afterwards, VACUUM ANALYZE, shared_buffers 2 GB, the faster of work_mem 4 MB and 256 MB in each round.`,
    'Ours is the time of GET /api/v1/stats over HTTP with an account token, checks included; website stats are five requests at once. PostgreSQL is asked over a bare connection, without HTTP or an ORM.',
    'Before each round an event of today empties the result cache, so every number is computed anew.',
    `${compared} values compared between both sides, all equal.`,
  ]
}
