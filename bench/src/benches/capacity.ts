import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ASSUMED, type Capacity, capacityOf, firstBroken, type StepCosts } from '../data/capacity-model.ts'
import type { Scale } from '../data/scale-process.ts'
import { askOne, askShards, fillShard, linesOfEvents, QUESTIONS, SHARD_DAYS } from '../data/shards.ts'
import { withDemoService } from '../harness/data-dir.ts'
import { type EngineProcess, startEngineProcess } from '../harness/engine-process.ts'
import { processorTime } from '../harness/processor-time.ts'
import type { Bench, Line } from '../harness/report.ts'
import { samples } from '../harness/samples.ts'
import { silentProduct } from '../harness/service.ts'
import { BROWSER } from './collect.ts'

const SCALE = join(import.meta.dirname, '../data/scale-process.ts')
/** `BENCH_EVENTS` makes less history, to try the bench. */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 4_000_000)
const SHARDS = 4
const ROUNDS = 5
const SIZES = [1e9, 1e10]
const BATCH = 500
const INSERTED_ROWS = 200_000
const BLOCK_ROWS = 2_000
const LOAD = { connections: 32, seconds: 4 }
const PAUSE_MS = 1_000

export const capacityBench: Bench = {
  name: 'capacity',
  title:
    'What a step of an event and of a question costs, what 10⁹ and 10¹⁰ events a day take, and four shards that confirm it',
  async run() {
    const directory = await mkdtemp(join(tmpdir(), 'footfall-bench-capacity-'))
    const engines: EngineProcess[] = []
    const start = async (name: string) => {
      const engine = await startEngineProcess(join(directory, name))
      engines.push(engine)
      return engine
    }
    try {
      const collected = await collecting()
      const one = await start('one')
      await fillShard(one, EVENTS, 0, 1)
      const asked = await overOne(one)
      const simulated = await overShards(asked, directory, start)
      const costs = { ...collected, ...(await inserting(one)), ...(await overview()), openMsPerMillion: asked.openMs }
      const capacities = SIZES.map((size) => capacityOf(size, costs))
      return {
        lines: [...stepLines(costs), ...simulated.lines, ...capacities.flatMap(sizeLines)],
        notes: [...simulated.notes, ...assumptions(), ...capacities.map(breaking)],
      }
    } finally {
      await Promise.all(engines.map((engine) => engine.stop()))
      await rm(directory, { recursive: true, force: true })
    }
  },
}

/** Only the service, with its engine: what it takes to answer, log, sync and deliver. */
function collecting(): Promise<Pick<StepCosts, 'collectUs' | 'forwardUs' | 'requestBytes'>> {
  return withDemoService(async (service) => {
    const event = { name: 'pageview', url: 'https://shop.example.com/guide/1' }
    const single = JSON.stringify({ product: silentProduct(service.access), width: 1280, ...event })
    const named = (i: number) => ({ ...event, ip: `81.2.69.${i % 100}`, user_agent: BROWSER, timestamp: new Date() })
    const batch = JSON.stringify({ events: Array.from({ length: BATCH }, (_, i) => named(i)) })
    const post = async (path: string, body: string, headers: Readonly<Record<string, string>>) => {
      const request = { ...LOAD, url: `${service.url}${path}`, method: 'POST', body } as const
      const time = processorTime(service.child)
      for (let round = 0; round <= ROUNDS; round++) {
        // The first round warms up.
        const measured = round === 0 ? processorTime(service.child) : time
        const { failed } = await measured.load({
          ...request,
          headers: { ...headers, 'content-type': 'application/json' },
        })
        if (failed > 0) throw new Error(`${failed} requests to ${path} were not answered with 202`)
      }
      return time.perRequest() ?? Number.NaN
    }
    const collectUs = await post('/api/event', single, { 'user-agent': BROWSER })
    const forwardUs =
      (await post('/api/events', batch, { authorization: `Bearer ${service.access.ingestKey}` })) / BATCH
    return { collectUs, forwardUs, requestBytes: single.length + BROWSER.length + HEADER_BYTES }
  })
}

/** Headers that a browser sends with an event, and those of TCP, in bytes. */
const HEADER_BYTES = 600

interface OverOne {
  readonly answers: readonly (readonly unknown[])[]
  readonly milliseconds: readonly (readonly number[])[]
  /** For a million rows, all questions of an overview: the headline and six lists. */
  readonly openMs: number
}

const LISTS = 6

async function overOne(one: EngineProcess): Promise<OverOne> {
  const answers: (readonly unknown[])[] = []
  const milliseconds: number[][] = []
  for (const question of QUESTIONS) {
    const times: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const { rows, processorMs } = await askOne(one, question)
      if (round === 0) answers.push(rows)
      else times.push(processorMs)
    }
    milliseconds.push(times)
  }
  const [headline = 0, ...lists] = milliseconds.map((times) => samples(times).median)
  const list = lists.reduce((sum, each) => sum + each, 0) / Math.max(1, lists.length)
  return { answers, milliseconds, openMs: ((headline + LISTS * list) / EVENTS) * 1e6 }
}

async function overShards(
  { answers, milliseconds }: OverOne,
  directory: string,
  start: (name: string) => Promise<EngineProcess>,
): Promise<{ readonly lines: readonly Line[]; readonly notes: readonly string[] }> {
  const shards: EngineProcess[] = []
  for (let i = 0; i < SHARDS; i++) {
    const shard = await start(`shard-${i}`)
    await fillShard(shard, EVENTS, i, SHARDS)
    shards.push(shard)
  }
  const initiator = await start('initiator')
  const lines: Line[] = []
  const bytes: string[] = []
  for (const [q, question] of QUESTIONS.entries()) {
    const perShard: number[] = []
    const together: number[] = []
    let sent = 0
    for (let round = 0; round <= ROUNDS; round++) {
      const answer = await askShards(shards, initiator, directory, question)
      if (!isDeepStrictEqual(answer.rows, answers[q])) throw new Error(`${question.name} differ over ${SHARDS} shards`)
      if (round === 0) continue
      perShard.push(...answer.shardMs)
      together.push(answer.shardMs.reduce((sum, ms) => sum + ms, answer.mergeMs))
      sent = answer.bytes
    }
    const baseline = { name: 'one node', samples: samples(milliseconds[q] ?? []) }
    lines.push(
      { what: `${question.name}, one of ${SHARDS} shards`, unit: 'ms', ours: samples(perShard), baseline },
      { what: `${question.name}, ${SHARDS} shards and merging`, unit: 'ms', ours: samples(together), baseline },
    )
    bytes.push(`${(sent / 1024 ** 2).toFixed(2)} MiB for ${question.name}`)
  }
  const [slow, ...others] = shards
  const [headline] = QUESTIONS
  if (slow === undefined || headline === undefined) throw new Error('there is no shard to ask')
  const usual = await askShards(shards, initiator, directory, headline)
  slow.pause()
  setTimeout(() => slow.resume(), PAUSE_MS)
  const delayed = await askShards(shards, initiator, directory, headline)
  await slow.kill()
  const missing = await askShards(shards, initiator, directory, headline).then(
    () => 'answered without its rows, which it must not',
    () => 'failed as a whole, as a 503 of the service',
  )
  const rows = await Promise.all(others.map((shard) => askOne(shard, headline)))
  return {
    lines,
    notes: [
      `Four engines, each a process with its own directory and its rows by the key of the Distributed table, ${EVENTS.toLocaleString('en')} events of one product in ${SHARD_DAYS} days. Every answer of the ${QUESTIONS.length} questions equals that of one node with all rows.`,
      `States sent to the node that merges: ${bytes.join(', ')}. They go through files here and over TCP in a cluster.`,
      `With one shard stopped for ${PAUSE_MS} ms the answer took ${delayed.wallMs.toFixed(0)} ms instead of ${usual.wallMs.toFixed(0)}: a question takes as long as its slowest shard.`,
      `With one shard gone the question ${missing}; the other ${rows.length} shards still answered for themselves.`,
    ],
  }
}

async function inserting(one: EngineProcess): Promise<Pick<StepCosts, 'insertUs' | 'lineBytes' | 'diskBytes'>> {
  const select = linesOfEvents(Math.min(INSERTED_ROWS, EVENTS), 'prd_inserted')
  const stored = `SELECT sum(bytes_on_disk) / (SELECT count() FROM events) AS bytes FROM system.parts WHERE active`
  const diskBytes = await value(one, stored)
  const lineBytes = await value(one, `SELECT avg(length(line)) + 1 AS bytes FROM (${select})`)
  const { processorMs } = await one.ask({ kind: 'insert', select, blockRows: BLOCK_ROWS, token: 'capacity' })
  return { insertUs: (processorMs * 1000) / Math.min(INSERTED_ROWS, EVENTS), lineBytes, diskBytes }
}

async function value(engine: EngineProcess, statement: string): Promise<number> {
  const [row] = (await engine.ask({ kind: 'rows', statement })).rows
  return typeof row === 'object' && row !== null && 'bytes' in row ? Number(row.bytes) : Number.NaN
}

/** Closing the days, and the overview of 90 closed ones, as `bench scale` measures them. */
async function overview(): Promise<Pick<StepCosts, 'closeMsPerMillion' | 'overviewMs'>> {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-bench-capacity-scale-'))
  try {
    const child = fork(SCALE, [join(directory, 'clickhouse'), String(EVENTS)], {
      execArgv: ['--conditions=footfall-source'],
    })
    const reported = once(child, 'message')
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`measuring the overview ended with ${code}`)
    const [{ events, closingMs, tiles }] = (await reported) as [Scale]
    return {
      closeMsPerMillion: closingMs / (events / 1e6),
      overviewMs: tiles.reduce((sum, { allClosed }) => sum + samples(allClosed).median, 0),
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function stepLines(costs: StepCosts): readonly Line[] {
  const line = (what: string, unit: Line['unit'], one: number): Line => ({ what, unit, ours: samples([one]) })
  return [
    line('one event collected: request, visit, log, sync, delivery', 'µs', costs.collectUs),
    line('one event of a batch, as replicas forward them', 'µs', costs.forwardUs),
    line(`one row inserted and merged, in blocks of ${BLOCK_ROWS.toLocaleString('en')}`, 'µs', costs.insertUs),
    line('closing the days of a million events', 'ms', costs.closeMsPerMillion),
    line('an overview of 90 closed days', 'ms', costs.overviewMs),
    line('an overview over a million rows of the open day', 'ms', costs.openMsPerMillion),
    line('one event: its request', 'B', costs.requestBytes),
    line('one event: its line to the engine', 'B', costs.lineBytes),
    line('one event: on the disk, rollups included', 'B', costs.diskBytes),
  ]
}

function sizeLines(capacity: Capacity): readonly Line[] {
  const size = `10${capacity.eventsPerDay === 1e9 ? '⁹' : '¹⁰'} a day`
  const line = (what: string, unit: Line['unit'], one: number): Line => ({
    what: `${size}: ${what}`,
    unit,
    ours: samples([one]),
  })
  return [
    line('events at peak', '/s', capacity.peakPerSecond),
    line('cores for collecting', 'cores', capacity.collectCores),
    line('replicas of two cores', '', capacity.replicas),
    line('cores for inserts and merges, all copies', 'cores', capacity.insertCores),
    line('cores for closing days', 'cores', capacity.closeCores),
    line('cores for overviews', 'cores', capacity.reportCores),
    line('shards', '', capacity.shards),
    line('disk for a year, all copies', 'TB', capacity.diskTbPerYear),
    line('network, collected and forwarded', 'Mbit/s', capacity.networkInMbit),
    line('network, to the engines and between shards', 'Mbit/s', capacity.networkToEngineMbit),
    line('network, between copies', 'Mbit/s', capacity.networkCopiesMbit),
  ]
}

function breaking(capacity: Capacity): string {
  const broken = firstBroken(capacity)
  const limits = capacity.limits.map(
    ({ what, eventsPerDay }) => `${what}: from ${(eventsPerDay / 1e9).toFixed(2)} × 10⁹`,
  )
  const first = broken === undefined ? 'no limit of the design is reached' : `first breaks: ${broken.what}`
  return `At ${capacity.eventsPerDay.toExponential(0)} events a day ${first}. Limits in events a day: ${limits.join('; ')}.`
}

function assumptions(): readonly string[] {
  return [
    `Assumed: a peak of ${ASSUMED.peak} times the mean, cores planned at ${ASSUMED.planned * 100} %, ${ASSUMED.copies} copies, ${ASSUMED.bytesPerShard / 1e12} TB of rows a shard, ${ASSUMED.products.toLocaleString('en')} products, the largest with ${ASSUMED.largestShare * 100} % of the events, one overview for every ${ASSUMED.eventsPerOverview.toLocaleString('en')} events, ${ASSUMED.eventsPerVisitor} events a visitor and day.`,
    'The processor time of a collected event includes the insertion by the embedded engine, so inserts are counted a little more than once.',
  ]
}
