import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HISTORY_EVENTS, prepareHistory } from '../harness/prepared.ts'
import type { Bench } from '../harness/report.ts'
import { samples } from '../harness/samples.ts'

const ROUNDS = 3
const MIB = 1024 ** 2

export const importBench: Bench = {
  name: 'import',
  title: 'Events imported from NDJSON, from the file to rows that can be asked',
  async run() {
    const directory = await mkdtemp(join(tmpdir(), 'footfall-bench-import-'))
    const rates: number[] = []
    const memory: number[] = []
    let bytes = 0
    try {
      for (let round = 0; round < ROUNDS; round++) {
        // Each round uses another product, since importing the same file into the same product again does nothing.
        const done = await prepareHistory(directory, `prd_round${round}`, { forPostgres: false })
        rates.push(done.events / done.seconds)
        memory.push((done.peakRss - done.idleRss) / MIB)
        bytes = done.bytes
      }
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
    return {
      lines: [
        { what: 'events imported', unit: '/s', ours: samples(rates), demand: { atLeast: 100_000 } },
        { what: 'memory above the idle engine, peak', unit: 'MiB', ours: samples(memory), demand: { atMost: 400 } },
      ],
      notes: [
        `${HISTORY_EVENTS.toLocaleString('en')} events a round, ${Math.round(bytes / MIB)} MiB of text in time order, one product, 90 days.`,
        'Every visit column and the rollup included; the count of rows in the engine is checked against the count of lines taken.',
      ],
    }
  },
}
