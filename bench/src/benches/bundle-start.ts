import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@footfall/testkit/free-port'
import { answering, stoppable } from '../harness/child.ts'
import { processMs } from '../harness/processor-time.ts'
import type { Bench, Line } from '../harness/report.ts'
import { milliseconds, samples } from '../harness/samples.ts'

const ROUNDS = 5
const ROOT = join(import.meta.dirname, '../../..')
const SECONDS_MAX = 3

interface Start {
  readonly seconds: number
  readonly processorMs: number
}

export const bundleStartBench: Bench = {
  name: 'bundle-start',
  title: 'Starting from the folder that `pnpm bundle` makes, on new data and again on the same',
  async run() {
    const place = await mkdtemp(join(tmpdir(), 'footfall-bench-'))
    try {
      const made = await promisify(execFile)(process.execPath, ['scripts/bundle.mjs', '--out', place], { cwd: ROOT })
      const folder = made.stdout.trim()
      const first: Start[] = []
      const second: Start[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const dataDir = join(place, `data-${round}`)
        first.push(await start(folder, dataDir))
        second.push(await start(folder, dataDir))
      }
      return {
        lines: [
          ...linesOf('first start to first answer', 'processor time of it', first),
          ...linesOf('second start to first answer', 'processor time of it, on existing data', second),
        ],
        notes: [
          'The built service with the embedded engine, in an environment without other variables; the first answer is `/readyz`. The packages must be built.',
          'Processor time is that of all threads of the process and of the system for it, which other programs on the machine change less than a duration.',
        ],
      }
    } finally {
      await rm(place, { recursive: true, force: true })
    }
  },
}

function linesOf(answered: string, worked: string, starts: readonly Start[]): readonly Line[] {
  return [
    { what: answered, unit: 's', ours: samples(starts.map(({ seconds }) => seconds)), demand: { atMost: SECONDS_MAX } },
    { what: worked, unit: 'ms', ours: samples(starts.map(({ processorMs }) => processorMs)) },
  ]
}

/** Starts the service, measures until it is ready, and stops it. */
async function start(folder: string, dataDir: string): Promise<Start> {
  const port = String(await freePort())
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const child = stoppable(spawn(join(folder, 'bin/footfall'), ['serve'], { cwd: '/', env, stdio: 'ignore' }))
  try {
    const ms = await milliseconds(() => answering(`http://127.0.0.1:${port}/readyz`, child))
    return { seconds: ms / 1000, processorMs: processMs(child.process.pid) }
  } finally {
    await child.stop()
  }
}
