import { readdirSync, readFileSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { defaultSettings, ProductId, UTC } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { sampleEvent } from '../import/test-support/sample-file.ts'
import { exportBench } from '../vendor-exports/test-support/export-fixture.ts'
import { plausibleExport } from '../vendor-exports/test-support/plausible-export.ts'
import { umamiExport } from '../vendor-exports/test-support/umami-export.ts'
import { checkEvents } from './check-events.ts'
import { CHECK_BYTES_MAX } from './check-limits.ts'
import { recognizeExport } from './recognize-export.ts'

const bench = exportBench()

const MB = 1024 ** 2

async function written(name: string, pieces: Iterable<string>): Promise<string> {
  const path = join(bench.directory, name)
  const file = await open(path, 'w')
  for (const piece of pieces) await file.appendFile(piece)
  await file.close()
  return path
}

function* repeated(text: string, times: number) {
  for (let i = 0; i < times; i++) yield text
}

const check = (file: string, over: { signal?: AbortSignal; onProgress?: () => void; skipInvalid?: boolean } = {}) =>
  checkEvents(
    {
      engine: bench.engine,
      profile: { product: ProductId.parse('prd_check'), ...defaultSettings(UTC) },
      file,
      format: 'ndjson',
      stateDir: join(bench.directory, 'state'),
      geo: { lookup: () => ({ country: '', region: '', city: '' }) },
      clock: settableClock('2026-11-20T12:00:00Z'),
      random: seededRandom('check'),
      ...over,
    },
    UTC,
  )

it('rejects a file without line feeds before it reads all of it into memory', async () => {
  const file = await written('endless.ndjson', repeated(' '.repeat(MB), 40))
  const before = process.memoryUsage().external
  await expect(check(file)).rejects.toThrow(/^file: has a line that is longer than 1,048,576 bytes$/)
  expect(process.memoryUsage().external - before).toBeLessThan(16 * MB)
})

it('rejects one line that is longer than an event, and skips it if invalid lines are skipped', async () => {
  const event = JSON.stringify(sampleEvent(1))
  const long = JSON.stringify({ ...sampleEvent(2), title: 'x'.repeat(1.2 * MB) })
  const file = await written('long.ndjson', [`${event}\n${long}\n${event}\n`])
  await expect(check(file)).rejects.toThrow(/^line 2: is longer than 1,048,576 bytes$/)
  expect(await check(file, { skipInvalid: true })).toMatchObject({ events: 2, skipped: 1, firstSkipped: [{ line: 2 }] })
})

/** The threads that began during the work. */
async function threadsOf(work: () => Promise<unknown>): Promise<readonly Worker[]> {
  const threads: Worker[] = []
  const onWorker = (thread: Worker) => threads.push(thread)
  process.on('worker', onWorker)
  try {
    await work()
  } finally {
    process.off('worker', onWorker)
  }
  return threads
}

it('ends the thread of a check after the sender has left, and reports no further progress', async () => {
  const line = `${JSON.stringify(sampleEvent(1))}\n`
  const file = await written('many.ndjson', repeated(line.repeat(Math.ceil(MB / line.length)), 24))
  const leaving = new AbortController()
  let blocks = 0
  const onProgress = () => {
    blocks++
    leaving.abort(new Error('the sender left'))
  }
  const threads = await threadsOf(async () => {
    await expect(check(file, { signal: leaving.signal, onProgress })).rejects.toThrow('the sender left')
  })
  expect(blocks).toBe(1)
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1])
  const { files } = plausibleExport('2026-03-01', 300)
  const gone = new AbortController()
  const exported = bench.zip('prd_gone', files, {
    dryRun: true,
    signal: gone.signal,
    onProgress: () => gone.abort(new Error('the sender left')),
  })
  await expect(exported).rejects.toThrow('the sender left')
  expect(await readdir(join(bench.directory, 'state'))).toEqual([])
})

it('rejects an export that needs more memory than a check may take, and the process keeps running', async () => {
  // Each object is two bytes of the file, and many times that in memory.
  const objects = `[{"idVisit":"1","firstActionTimestamp":1,"actionDetails":[${'{},'.repeat(4_500_000)}{}]}]`
  await expect(bench.text('prd_objects', gzipSync(objects), { dryRun: true })).rejects.toThrow(/^(?:file|line 1): /)
  const { csv, rows } = umamiExport('2026-03-01', 2)
  expect(await bench.text('prd_objects', csv, { dryRun: true })).toMatchObject({ events: rows })
  expect(CHECK_BYTES_MAX).toBeLessThan(256 * MB)
})

it('recognizes an export on a separate thread, which ends when the sender leaves', async () => {
  const file = await written('website_event.csv', [umamiExport('2026-03-01', 2).csv])
  const threads = await threadsOf(async () => {
    expect(await recognizeExport(file)).toBe('umami')
    const leaving = new AbortController()
    const left = recognizeExport(file, leaving.signal)
    leaving.abort(new Error('the sender left'))
    await expect(left).rejects.toThrow('the sender left')
  })
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1, -1])
})

it.runIf(process.platform === 'linux')(
  'rejects a file with its errors when the thread ends while the process is busy',
  async () => {
    const file = await written('other.ndjson', ['{"no":"event"}\n'])
    const checked = check(file)
    checked.catch(() => undefined)
    await new Promise<void>((resolve) => process.once('worker', () => resolve()))
    busyUntilTheThreadEnds()
    await expect(checked).rejects.toThrow(/^line 1: name: is required/)
  },
)

/** Keeps the event loop busy, so that all messages of the thread and its end are handled together. */
function busyUntilTheThreadEnds(): void {
  while (!threadNames().includes('check'));
  while (threadNames().includes('check'));
}

function threadNames(): readonly string[] {
  return readdirSync('/proc/self/task').map(nameOfThread)
}

function nameOfThread(id: string): string {
  try {
    return readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim()
  } catch {
    return 'ended'
  }
}
