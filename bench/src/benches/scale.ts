import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scale } from '../data/scale-process.ts'
import type { Bench, Line } from '../harness/report.ts'
import { samples } from '../harness/samples.ts'

const PROCESS = join(import.meta.dirname, '../data/scale-process.ts')
const LARGEST = 100_000_000
/** `BENCH_EVENTS` is the largest size that is measured. */
const EVENTS = Number(process.env.BENCH_EVENTS ?? LARGEST)
const SIZES = [...new Set([1_000_000, 5_000_000, 20_000_000, LARGEST].map((size) => Math.min(size, EVENTS)))]
/** As many a day as a million in 90 days. */
const YEAR = { days: 365, events: Math.min(4_000_000, EVENTS * 4) }
const HEADLINE = 'headline metrics'

export const scaleBench: Bench = {
  name: 'scale',
  title: 'Processor time of an overview of 90 days as a product grows, beside Plausible’s tables in the same engine',
  async run() {
    const scales: Scale[] = []
    for (const size of SIZES) {
      scales.push(await measure(size))
      console.log(`  ${size.toLocaleString('en')} events are measured.`)
    }
    const year = await measure(YEAR.events, YEAR.days)
    return { lines: [...scales.flatMap(linesOf), yearLine(year)], notes: notes(scales) }
  },
}

async function measure(events: number, days = 90): Promise<Scale> {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-bench-scale-'))
  try {
    const child = fork(PROCESS, [join(directory, 'clickhouse'), String(events), String(days)], {
      execArgv: ['--conditions=footfall-source'],
    })
    const reported = once(child, 'message')
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`measuring ${events} events ended with ${code}`)
    const [scale] = await reported
    return scale as Scale
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function linesOf({ events, tiles }: Scale): readonly Line[] {
  const size = `${(events / 1e6).toFixed(1)} million events`
  const line = (what: string, ours: readonly number[], plausible: readonly number[], atMost?: number): Line => ({
    what: `${what}, ${size}`,
    unit: 'ms',
    ours: samples(ours),
    baseline: { name: 'Plausible', samples: samples(plausible) },
    ...(atMost === undefined ? {} : { demand: { atMost } }),
  })
  const sums = (of: Sums) => sumsOf(tiles, of)
  return [
    ...tiles.map(({ name, ours, plausible }) => line(name, ours, plausible, name === HEADLINE ? 20 : undefined)),
    line('seven tiles together', sums('ours'), sums('plausible'), 150),
    ...tiles
      .filter(({ name }) => name === HEADLINE)
      .map(({ name, allClosed, plausible }) => line(`${name}, all days closed`, allClosed, plausible, 20)),
    line('seven tiles together, all days closed', sums('allClosed'), sums('plausible'), 150),
  ]
}

type Sums = 'ours' | 'quarter' | 'allClosed' | 'plausible'

/** The sum over the tiles in each round. */
function sumsOf(tiles: Scale['tiles'], of: Sums): readonly number[] {
  return (tiles[0]?.[of] ?? []).map((_, round) => tiles.reduce((sum, tile) => sum + (tile[of][round] ?? 0), 0))
}

function yearLine({ events, tiles }: Scale): Line {
  return {
    what: `seven tiles of a year together, ${(events / 1e6).toFixed(1)} million events`,
    unit: 'ms',
    ours: samples(sumsOf(tiles, 'ours')),
    baseline: { name: 'its last 90 days', samples: samples(sumsOf(tiles, 'quarter')) },
    demand: { ratioAtLeast: 0.5 },
  }
}

function notes(scales: readonly Scale[]): string[] {
  const closing = scales.map(
    ({ events, closingMs }) =>
      `${(closingMs / 1000 / (events / 1e6)).toFixed(2)} s at ${(events / 1e6).toFixed(1)} million`,
  )
  return [
    'Processor time of all threads of the process, in milliseconds: the service’s reports without HTTP and without results kept from before, and the engine below them. Plausible’s SQL is asked of the engine alone.',
    'Visitors are exact here; Plausible’s `uniq` estimates them. Its sessions are stored once each, as after all merges.',
    'The running day is not closed yet, as in the service, and read from rows.',
    `Closing the days took ${closing.join(', ')} for each million events.`,
  ]
}
