import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseSettings } from '@footfall/config'
import { HOUR_MS } from '@footfall/core-domain'
import { seededRandom } from '@footfall/testkit/determinism'
import { type ObjectStorage, startObjectStorage } from '@footfall/testkit/object-storage'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lastBackups } from './last-backups.ts'
import { scheduledBackups } from './scheduled-backups.ts'

describe('backups that the service makes by itself', () => {
  let dataDir: string
  let storage: ObjectStorage
  /** The storage accepts requests of its own time only, so the service and the storage have the same. */
  const clock = {
    now: () => Date.now(),
    advance: (ms: number) => vi.setSystemTime(Date.now() + ms),
  }
  let logged: string[]
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'footfall-schedule-'))
    new DatabaseSync(join(dataDir, 'footfall.sqlite')).exec('create table accounts (id text)')
    storage = await startObjectStorage()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00.000Z') })
    logged = []
  })
  afterEach(async () => {
    vi.useRealTimers()
    await storage.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** A process of the service. */
  function started(env: Readonly<Record<string, string>> = {}) {
    const log = (fields: Readonly<Record<string, unknown>>, message: string) => {
      logged.push(`${message} ${JSON.stringify(fields)} ${fields.err instanceof Error ? fields.err.stack : ''}`)
    }
    const settings = parseSettings({ DATA_DIR: dataDir, ...storage.env, ...env })
    const random = seededRandom()
    return scheduledBackups({
      ...{ settings, clock, random, fetch: globalThis.fetch },
      pause: async () => {},
      log: { info: log, warn: log },
    })
  }
  const running = new AbortController().signal
  const made = async () => (await storage.objects()).filter((name) => name.startsWith('backups/')).length
  const fails = () =>
    storage.failWith(
      (req, res) => req.method === 'PUT' && Boolean(res.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')),
    )

  it('makes the first backup at once and the next a day after it, also over a restart', async () => {
    const first = started()
    await first.runDue(running)
    expect(await made()).toBe(1)
    clock.advance(24 * HOUR_MS - 1)
    await first.runDue(running)
    await started().runDue(running)
    expect(await made()).toBe(1)
    clock.advance(1)
    await started().runDue(running)
    expect(await made()).toBe(2)
    await first.runDue(running)
    expect(await made()).toBe(3)
  })

  it('says what it made, and records it for the status', async () => {
    await started().runDue(running)
    const { everything, bucket } = await lastBackups(dataDir)
    expect(bucket).toEqual({ made: everything, failed: null })
    expect(everything).toMatchObject({
      made_at: '2026-11-20T12:00:00.000Z',
      place: expect.stringContaining(storage.url),
    })
    expect(logged).toEqual([expect.stringContaining('made a backup')])
  })

  it('records a failure with its reason, retries after an hour, and forgets it once a backup is made', async () => {
    const backups = started()
    fails()
    await backups.runDue(running)
    expect((await lastBackups(dataDir)).bucket).toEqual({
      made: null,
      failed: { at: '2026-11-20T12:00:00.000Z', reason: expect.stringContaining('403 AccessDenied') },
    })
    storage.failWith(() => false)
    clock.advance(HOUR_MS - 1)
    await backups.runDue(running)
    await started().runDue(running)
    expect(await made()).toBe(0)
    clock.advance(1)
    await started().runDue(running)
    expect(await made()).toBe(1)
    expect((await lastBackups(dataDir)).bucket).toMatchObject({ made: { bytes: expect.any(Number) }, failed: null })
  })

  it('writes no secret into the log and the record of a failure', async () => {
    fails()
    await started().runDue(running)
    storage.failWith((req) => Boolean(req.socket.destroy()))
    clock.advance(HOUR_MS)
    await started().runDue(running)
    const recorded = await readFile(join(dataDir, 'last-backups.json'), 'utf8')
    expect(recorded).toContain('does not answer')
    for (const text of [...logged, recorded]) {
      expect(text).not.toContain(storage.secretKey)
      expect(text).not.toMatch(/AKIA|authorization/i)
    }
    expect(logged).toHaveLength(2)
  })

  it('records the failure of something else than the bucket without its details', async () => {
    await writeFile(join(dataDir, 'footfall.sqlite'), 'not a database')
    await started().runDue(running)
    expect((await lastBackups(dataDir)).bucket.failed?.reason).toContain('the log of the service has the reason')
  })

  it('records no failure if the service stops, and makes the backup after the next start', async () => {
    const stopping = new AbortController()
    storage.failWith((req) => {
      if (req.method === 'PUT' && req.url?.includes('/chunks/')) stopping.abort()
      return false
    })
    await started().runDue(stopping.signal)
    expect((await lastBackups(dataDir)).bucket).toEqual({ made: null, failed: null })
    expect(logged).toEqual([])
    await started().runDue(running)
    expect(await made()).toBe(1)
  })

  it('makes a backup at once if the clock was moved back beyond the last one', async () => {
    const backups = started()
    await backups.runDue(running)
    clock.advance(-1000 * HOUR_MS)
    await backups.runDue(running)
    await backups.runDue(running)
    expect(await made()).toBe(2)
    clock.advance(-1000 * HOUR_MS)
    await started().runDue(running)
    expect(await made()).toBe(3)
  })

  it.each([
    ['BACKUP_EVERY_HOURS is 0', { BACKUP_EVERY_HOURS: '0' }],
    ['no bucket is set', { BACKUP_S3_URL: '', BACKUP_S3_KEY_ID: '', BACKUP_S3_SECRET_KEY: '' }],
  ])('makes no backup if %s', async (_, env) => {
    await started(env).runDue(running)
    expect(storage.requests).toEqual([])
  })
})
