import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSettings, type Settings } from '@footfall/config'
import {
  askRunningService,
  backupBucket,
  backupToBucket,
  bucketSource,
  restoreBackup,
  scheduledBackups,
} from '@footfall/operate'
import { freePort } from '@footfall/testkit'
import { type ObjectStorage, startObjectStorage } from '@footfall/testkit/object-storage'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../service.ts'

const clock = { now: () => Date.now() }
const random = { bytes: (count: number) => randomBytes(count) }
const log = pino({ level: 'silent' })

describe('backups of a running service in a bucket', () => {
  let home: string
  let storage: ObjectStorage
  let settings: Settings
  let service: Service | undefined

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'footfall-backups-'))
    storage = await startObjectStorage()
    settings = parseSettings({ DATA_DIR: join(home, 'data'), PORT: String(await freePort()), ...storage.env })
    service = await start(settings)
  })
  afterEach(() => storage.failWith(() => false))
  afterAll(async () => {
    await service?.stop()
    await storage.close()
    await rm(home, { recursive: true, force: true })
  })

  const start = (from: Settings) => startService(from, { clock, random, newRequestId: randomUUID, log })
  const dependencies = () => ({ settings, fetch: globalThis.fetch, clock, random })
  const statusOf = async () => {
    const answer = await askRunningService(settings.dataDir, 'GET', '/status')
    return answer?.ok === true ? answer.body : undefined
  }
  const snapshotIsLeft = async () =>
    (await readdir(join(settings.dataDir, 'clickhouse', 'shadow')).catch((): string[] => [])).includes(
      'footfall-backup',
    )

  it('makes a backup from a snapshot of itself, and shows it in the status', async () => {
    await scheduledBackups({ ...dependencies(), log }).runDue(new AbortController().signal)
    expect(await statusOf()).toMatchObject({
      last_backups: { bucket: { made: { place: expect.stringContaining(storage.url) }, failed: null } },
    })
    await expect.poll(snapshotIsLeft).toBe(false)
  })

  it('rejects a second backup while one runs, and removes the snapshot after both', async () => {
    const { promise: sending, resolve } = Promise.withResolvers<void>()
    const { promise: held, resolve: go } = Promise.withResolvers<void>()
    const all = { ...dependencies(), scope: 'everything', adopt: false } as const
    const slow: typeof globalThis.fetch = async (...request) => {
      resolve()
      await held
      return globalThis.fetch(...request)
    }
    const first = backupToBucket({ ...all, fetch: slow })
    await sending
    await expect(backupToBucket(all)).rejects.toThrow('Another backup')
    go()
    expect(await first).toMatchObject({ scope: 'everything' })
    await expect.poll(snapshotIsLeft).toBe(false)
  })

  it('stops in the middle of a backup without recording a failure', async () => {
    const stopping = new AbortController()
    storage.failWith((req) => {
      if (!req.url?.includes('/backups/') || req.method !== 'PUT') return false
      stopping.abort()
      // The answer never comes.
      return true
    })
    const before = (await storage.objects()).filter((name) => name.startsWith('backups/'))
    const everyMoment = { ...settings, backupEveryHours: 1e-9 }
    await scheduledBackups({ ...dependencies(), settings: everyMoment, log }).runDue(stopping.signal)
    expect(stopping.signal.aborted).toBe(true)
    expect(await statusOf()).toMatchObject({ last_backups: { bucket: { failed: null } } })
    expect((await storage.objects()).filter((name) => name.startsWith('backups/'))).toEqual(before)
    await expect.poll(snapshotIsLeft).toBe(false)
  })

  it('restores what it backed up to the same rows', async () => {
    // An engine belongs to one process, which has one at a time.
    await service?.stop()
    service = undefined
    const elsewhere = parseSettings({ DATA_DIR: join(home, 'restored'), ...storage.env })
    const source = await bucketSource(backupBucket(dependencies()), undefined)
    const restored = await restoreBackup({ settings: elsewhere, source, clock, random })
    expect(restored).toMatchObject({ scope: 'everything', control_rows: { accounts: 0 }, analytics: { events: '0' } })
  })
})
