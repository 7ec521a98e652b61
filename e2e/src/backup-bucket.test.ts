import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { startObjectStorage } from '@footfall/testkit/object-storage'
import { openEngine } from '@footfall/warehouse'
import { afterEach, expect, it } from 'vitest'
import { sendEvents } from './event-load.ts'
import { FOOTFALL, footfall } from './footfall-command.ts'
import { startServer, temporaryDirectory, until } from './server-process.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

it('a backup in a bucket survives a killed command, and holds every event that was acknowledged before', async () => {
  const directory = await temporaryDirectory()
  cleanups.push(() => directory.remove())
  const [from, to] = [join(directory.path, 'from'), join(directory.path, 'to')]
  const storage = await startObjectStorage()
  cleanups.push(() => storage.close())
  const on = (dataDir: string, ...args: string[]) => footfall({ DATA_DIR: dataDir, ...storage.env }, ...args)
  await on(from, 'account', 'create', '--email', 'ada@example.com', '--name', 'Ada')
  const created = await on(from, 'product', 'create', '--account', 'ada@example.com', '--name', 'Shop')
  const server = await startServer({
    dataDir: from,
    env: { ...storage.env, BACKUP_EVERY_HOURS: '0', RATE_LIMIT_COLLECT: '0', QUOTA_EVENTS_PER_HOUR: '0' },
  })
  cleanups.push(() => server.end('SIGKILL'))
  const load = sendEvents(() => [server.url], created.product.id, 20)
  await until('events to be acknowledged', async () => load.acknowledged.size > 20)

  await killedBetweenChunks(from, storage)
  const sent = await storage.objects()
  expect(sent.filter((name) => name.startsWith('chunks/'))).not.toEqual([])
  expect(await on(from, 'backups', 'list')).toEqual({ backups: [] })
  const left = async () => (await readdir(join(from, 'clickhouse', 'shadow'))).includes('footfall-backup')
  await until('the snapshot to be removed', async () => !(await left()))

  const before = [...load.acknowledged]
  const made = await on(from, 'backup', '--to', 's3')
  await load.stop()
  expect([...load.statuses.keys()]).toEqual([202])
  const status = await on(from, 'status')
  expect(status.last_backups.bucket).toMatchObject({ made: { place: made.place }, failed: null })
  expect(await server.end()).toBe(0)
  expect(server.output()).not.toContain(storage.secretKey)

  expect(await on(to, 'restore', '--from', 's3', '--backup', made.id)).toMatchObject({ made_at: made.made_at })
  const restored = await startServer({ dataDir: to })
  cleanups.push(() => restored.end('SIGKILL'))
  const waiting = async () => (await readdir(join(to, 'ingest'))).filter((name) => name.endsWith('.log'))
  await until('the restored log to be delivered', async () => (await waiting()).length === 0)
  expect(await restored.end()).toBe(0)
  const engine = await openEngine({ embedded: { path: join(to, 'clickhouse') } })
  cleanups.push(() => engine.close())
  const rows = await engine.rows<{ n: number; times: string }>(
    "SELECT toUInt32(props['n']) AS n, count() AS times FROM events WHERE name = 'Sequence' GROUP BY n ORDER BY n",
  )
  const restoredNumbers = new Set(rows.map(({ n }) => n))
  expect(rows.filter(({ times }) => times !== '1')).toEqual([])
  expect(before.filter((n) => !restoredNumbers.has(n))).toEqual([])
})

/** Kills the command at its fifth chunk: four are on their way at once, so the storage has at least one then. */
async function killedBetweenChunks(dataDir: string, storage: Awaited<ReturnType<typeof startObjectStorage>>) {
  const command = spawn(process.execPath, [FOOTFALL, 'backup', '--to', 's3'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...storage.env },
    stdio: 'ignore',
  })
  const ended = once(command, 'exit')
  let chunks = 0
  storage.failWith((req) => {
    if (req.method !== 'PUT' || !req.url?.includes('/chunks/')) return false
    chunks += 1
    if (chunks <= 4) return false
    command.kill('SIGKILL')
    return true
  })
  expect(await ended).toEqual([null, 'SIGKILL'])
  storage.failWith(() => false)
}
