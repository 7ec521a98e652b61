import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DemoMix } from '../data/demo-mix.ts'
import type { Bench, Line } from '../harness/report.ts'
import { samples } from '../harness/samples.ts'

const DEMO_MIX = join(import.meta.dirname, '../data/demo-mix.ts')
/** `BENCH_EVENTS` makes a smaller mix, to try the bench; products are then measured at that size only. */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 5_000_000)
const SIZES = process.env.BENCH_EVENTS === undefined ? [1_000_000, 5_000_000, 20_000_000] : [EVENTS]
const COLUMNS_SHOWN = 12

export const storageBench: Bench = {
  name: 'storage',
  title: 'What an event takes on the disk, and what an overview costs as a product grows',
  async run() {
    const directory = await mkdtemp(join(tmpdir(), 'footfall-bench-storage-'))
    try {
      const mix = await measure(join(directory, 'clickhouse'))
      return { lines: [...storageLines(mix), ...queryLines(mix)], notes: notes(mix) }
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  },
}

async function measure(directory: string): Promise<DemoMix> {
  const child = fork(DEMO_MIX, [directory, String(EVENTS), SIZES.join(',')], {
    execArgv: ['--conditions=footfall-source'],
  })
  const reported = once(child, 'message')
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`measuring the demo mix ended with ${code}`)
  const [mix] = await reported
  return mix as DemoMix
}

function storageLines({ eventBytes, rollupBytes, jsonBytes }: DemoMix): readonly Line[] {
  const asJson = { name: 'the row as JSON', samples: samples([jsonBytes]) }
  return [
    { what: 'an event', unit: 'B', ours: samples([eventBytes]), baseline: asJson },
    {
      what: 'an event with its share of the rollup',
      unit: 'B',
      ours: samples([eventBytes + rollupBytes]),
      baseline: asJson,
      demand: { atMost: 25 },
    },
  ]
}

function queryLines({ queries }: DemoMix): readonly Line[] {
  return queries.flatMap(({ size, name, milliseconds, processorMs }) => [
    { what: `${name}, 90 days, ${size / 1e6} million events`, unit: 'ms', ours: samples(milliseconds) } as const,
    { what: '– its processor time', unit: 'ms', ours: samples(processorMs) } as const,
  ])
}

function notes({ events, columns, insertedPerSecond }: DemoMix): string[] {
  const largest = columns.slice(0, COLUMNS_SHOWN).map(([name, bytes]) => `${name} ${bytes.toFixed(2)}`)
  return [
    `${events.toLocaleString('en')} events of the demo's traffic over 90 days, about 250,000 a product, merged into one part a month. Everything on the disk counts: columns, marks, the primary key.`,
    `Largest columns in bytes an event: ${largest.join(', ')}.`,
    `One product of each size is made of that traffic inside the engine, ${Math.round(insertedPerSecond).toLocaleString('en')} events a second at the largest with both rollup views; then each figure is worked out anew, without the cache of results, five times.`,
    'Headline metrics are visitors, visits, pageviews, bounce rate and visit duration: without a filter from the rollup, with one from the rows.',
  ]
}
