import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openEngine } from '@footfall/warehouse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditVisits, NO_DIFFERENCE, rollupDifference } from './test-support/audit-visits.ts'
import { sampleEvent, writeSample } from './test-support/sample-file.ts'

const ROWS = 20_000
const CHILD = fileURLToPath(new URL('./test-support/import-child.ts', import.meta.url))

let directory: string
let file: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-killed-'))
  file = join(directory, 'history.ndjson')
  await writeSample(file, ROWS)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

interface Outcome {
  readonly killed: boolean
  readonly summary: Record<string, unknown> | undefined
}

/** Runs the import, which is killed a moment after its first progress in the phase, if one is given. */
async function run(...moment: readonly [phase: string, afterMs: number] | readonly []): Promise<Outcome> {
  const child = spawn(
    process.execPath,
    ['--conditions=footfall-source', CHILD, directory, file, ...moment.map(String)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [summary, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { killed: signal === 'SIGKILL', summary: summary === '' ? undefined : JSON.parse(summary) }
}

it('an import continues after SIGKILL at any moment and counts every row exactly once', async () => {
  const moments = [
    ['reading', 0],
    ['reading', 25],
    ['storing', 0],
    ['storing', 12],
    ['storing', 30],
  ] as const
  const outcomes: Outcome[] = []
  for (const moment of moments) outcomes.push(await run(...moment))
  expect(outcomes.filter(({ killed }) => killed).length).toBeGreaterThanOrEqual(4)
  const last = await run()
  const again = await run()
  expect(again.summary).toMatchObject({ repeated: true })

  const engine = await openEngine({ embedded: { path: `${directory}/clickhouse` } })
  try {
    const expected = Array.from({ length: ROWS }, (_, i) => sampleEvent(i))
    const [counts] = await engine.rows<Record<string, string>>(
      `SELECT countIf(kind = 'pageview') AS pageviews, countIf(kind = 'custom') AS customs, uniqExact(ts) AS instants,
        countIf(props['tricky \\' \\\\'] = 'x y') AS tricky, count() AS events FROM events`,
    )
    const customs = expected.filter(({ name }) => name === 'Signup').length
    expect(counts).toMatchObject({
      pageviews: String(expected.filter(({ name }) => name === 'pageview').length),
      customs: String(customs),
      tricky: String(customs),
      instants: counts?.events,
      events: String(last.summary?.events ?? again.summary?.events),
    })
    expect(await auditVisits(engine, 'prd_killed')).toEqual(NO_DIFFERENCE)
    expect(await rollupDifference(engine, 'prd_killed')).toEqual([])
    expect(await engine.rows('SELECT count() AS n FROM import_staging')).toEqual([{ n: '0' }])
  } finally {
    await engine.close()
  }
})

it('an import deletes the secret that visitors were hashed with', async () => {
  const [name = ''] = await readdir(join(directory, 'imports'))
  expect(JSON.parse(await readFile(join(directory, 'imports', name), 'utf8'))).toMatchObject({
    phase: 'done',
    secret: '',
  })
})
