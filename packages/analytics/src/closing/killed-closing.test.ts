import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DAY_MS, ProductId } from '@footfall/core-domain'
import { seededRandom, startClickHouseHttp } from '@footfall/testkit'
import { createSchema, openEngine } from '@footfall/warehouse'
import { expect, it } from 'vitest'
import { insertRows, makeTraffic } from '../test-support/traffic.ts'
import type { CloseChild } from './test-support/close-child.ts'
import { type CheckedDays, wrongDays } from './test-support/wrong-days.ts'

const CHILD = join(import.meta.dirname, 'test-support/close-child.ts')
const product = ProductId.parse('prd_killed')
const nowMs = Date.parse('2026-11-20T12:00:00Z')
const DAYS = 6
/** The last day with events and the one after it are over too. */
const CLOSED_DAYS = DAYS + 2
const TIMEOUT_MS = 600_000
/** `KILLS=20` tries more. */
const KILLS = Number(process.env.KILLS ?? 8)

/** Runs a process that closes days. Gives what it found before, and after where it came so far. */
async function closeInProcess(child: CloseChild) {
  const running = spawn(process.execPath, ['--conditions=footfall-source', CHILD, JSON.stringify(child)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => running.once('close', (_, signal) => resolve(signal)))
  const [before, after] = (await text(running.stdout))
    .trim()
    .split('\n')
    .map((line): CheckedDays => JSON.parse(line))
  return { before, after, signal: await ended }
}

const traffic = (seed: string) =>
  makeTraffic({ product, seed, visits: 400, people: 60, fromMs: nowMs - (DAYS + 2) * DAY_MS, toMs: nowMs - 2 * DAY_MS })
/** An event of one of the days, by a new visitor. */
const lateAt = (i: number) => ({
  at: new Date(nowMs - (3 + (i % (DAYS - 1))) * DAY_MS).toISOString(),
  visit: 1_000_000 + i,
})

it('a process that is killed repeatedly while it closes days never leaves a wrong day', {
  timeout: TIMEOUT_MS,
}, async () => {
  const path = await mkdtemp(join(tmpdir(), 'footfall-killed-'))
  const config = { embedded: { path } }
  const engine = await openEngine(config)
  await createSchema(engine)
  await insertRows(engine, traffic('killed'))
  await engine.close()
  const random = seededRandom('kills')
  let killed = 0
  let late = 0
  try {
    for (let i = 0; killed < KILLS && i < 3 * KILLS; i++) {
      const [statement = 0, ms = 0] = random.bytes(2)
      const kill = { statement: statement % 3, afterMs: (statement % 3 === 2 ? 0.1 : 1) * ms }
      const { before, signal } = await closeInProcess({
        engine: config,
        product,
        nowMs: nowMs + i * 1000,
        late: lateAt(i),
        kill,
      })
      expect(before?.wrong).toEqual([])
      late++
      if (signal === 'SIGKILL') killed++
    }
    expect(killed).toBe(KILLS)
    const { after } = await closeInProcess({
      engine: config,
      product,
      nowMs: nowMs + 3_600_000,
      late: lateAt(99),
      kill: undefined,
    })
    expect(after).toEqual({ complete: CLOSED_DAYS, late: late + 1, wrong: [] })
  } finally {
    await rm(path, { recursive: true, force: true })
  }
})

it('processes that close the same days at once, while events arrive, never leave a wrong day', {
  timeout: TIMEOUT_MS,
}, async () => {
  const server = await startClickHouseHttp()
  const config = { remote: { url: server.url } }
  const engine = await openEngine(config)
  try {
    await createSchema(engine)
    await insertRows(engine, traffic('at once'))
    for (let round = 0; round < 3; round++) {
      const closing = [0, 1].map((i) =>
        closeInProcess({
          engine: config,
          product,
          nowMs: nowMs + round * 1000,
          late: lateAt(round * 2 + i),
          kill: undefined,
        }),
      )
      for (const { before, after } of await Promise.all(closing)) {
        expect(before?.wrong).toEqual([])
        expect(after?.wrong).toEqual([])
      }
      expect((await wrongDays(engine, product)).wrong).toEqual([])
    }
    const { after } = await closeInProcess({
      engine: config,
      product,
      nowMs: nowMs + 3_600_000,
      late: undefined,
      kill: undefined,
    })
    expect(after).toEqual({ complete: CLOSED_DAYS, late: 6, wrong: [] })
  } finally {
    await engine.close()
    await server.stop()
  }
})
