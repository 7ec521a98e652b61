import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freshDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Opened, openTarget, POINTS } from './test-support/stores.ts'

const WORKER = fileURLToPath(new URL('test-support/worker.ts', import.meta.url))
const LEASE_MS = 30_000
const NOW = 1_700_000_000_000

function start(...args: string[]) {
  const child = spawn(process.execPath, ['--conditions=footfall-source', WORKER, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return { child, next: async () => String((await lines.next()).value) }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe.each(['sqlite', 'postgres'] as const)('processes that share records in %s', (dialect) => {
  let target: string
  let opened: Opened
  let clean: () => Promise<void>

  beforeAll(async () => {
    if (dialect === 'postgres') {
      const database = await freshDatabase('postgres')
      target = 'postgres' in database.config ? database.config.postgres.url : ''
      clean = () => database.drop()
    } else {
      const folder = await mkdtemp(join(tmpdir(), 'idempotency-'))
      target = join(folder, 'service.sqlite')
      clean = () => rm(folder, { recursive: true })
    }
    opened = openTarget(target)
    await opened.create()
  })
  afterAll(async () => {
    await opened.close()
    await clean()
  })

  it.each([
    ['beforehand', []],
    ['in the transaction', ['race']],
  ])(
    `executes each of twenty requests once when two processes claim them %s at once, in ${dialect}`,
    async (...[, together]) => {
      const key = `race-${together.length}`
      const workers = Array.from({ length: 2 }, () => start(target, 'race', key, String(NOW), ...together))
      for (const { next } of workers) expect(await next()).toBe('ready')
      for (const { child } of workers) child.stdin.end('go')
      const executed = await Promise.all(workers.map(async ({ next }) => Number(await next())))
      expect(executed.reduce((sum, count) => sum + count)).toBe(20)
      for (let i = 0; i < 20; i++) expect(await opened.executions(`${key}-${i}`)).toBe(1)
    },
  )

  it.each(POINTS)(
    `leaves one effect or none when a process that claims in its transaction is killed %s, and answers the retry, in ${dialect}`,
    async (point) => {
      const { child, next } = start(target, 'stall', point, String(NOW), point)
      expect(await next()).toBe('stalled')
      // PostgreSQL answers the retry of another process when it has seen that this one is gone.
      const retried = dialect === 'postgres' ? opened.confirmTogether(point, NOW) : undefined
      await kill(child)
      const committed = point === 'after the commit'
      if (retried === undefined) expect(await opened.executions(point)).toBe(committed ? 1 : 0)
      const expected = { kind: committed ? 'replayed' : 'executed' }
      expect(await (retried ?? opened.confirmTogether(point, NOW))).toMatchObject(expected)
      expect(await opened.confirmTogether(point, NOW)).toMatchObject({ kind: 'replayed' })
      expect(await opened.executions(point)).toBe(1)
    },
  )

  it(`blocks or retakes the key of a process that was killed in the middle of its transaction, as the host chose, in ${dialect}`, async () => {
    const keys = ['blocked', 'retaken']
    // One after the other, since SQLite has one writer.
    for (const key of keys) {
      const { child, next } = start(target, 'stall', key, String(NOW))
      expect(await next()).toBe('stalled')
      await kill(child)
    }
    for (const key of keys) {
      expect(await opened.executions(key)).toBe(0)
      expect(await opened.confirm(key, NOW + LEASE_MS - 1)).toMatchObject({ kind: 'still_executing' })
      expect(await opened.confirm(key, NOW + LEASE_MS)).toMatchObject({ kind: 'outcome_unknown' })
    }
    expect(await opened.confirm('retaken', NOW + LEASE_MS, { retaking: true })).toMatchObject({ kind: 'executed' })
    expect(await opened.confirm('retaken', NOW + LEASE_MS)).toMatchObject({ kind: 'replayed' })
    expect(await opened.executions('retaken')).toBe(1)
    expect(await opened.resolve('blocked', 'not-executed', NOW + LEASE_MS)).toMatchObject({ kind: 'resolved' })
    expect(await opened.confirm('blocked', NOW + LEASE_MS)).toMatchObject({ kind: 'executed' })
    expect(await opened.executions('blocked')).toBe(1)
  })
})
