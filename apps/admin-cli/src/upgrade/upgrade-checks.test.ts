import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lockDirectory } from '@footfall/ingest'
import { describe, expect, it } from 'vitest'
import { commandLine, NOW } from '../test-support/command-line.ts'
import { roomToMigrate } from './upgrade-checks.ts'

const DAY_MS = 86_400_000

describe('footfall upgrade --check', () => {
  const { dataDir: home, footfall, json } = commandLine()
  const dataDir = () => join(home(), 'data')
  const check = async (now = Date.parse(NOW), more: Record<string, string> = {}) => {
    const { ready, findings } = await json('upgrade --check', { env: { ...env(), ...more }, now: () => now })
    return { ready, of: (name: string) => findings.find((finding: { check: string }) => finding.check === name) }
  }
  const env = () => ({ DATA_DIR: dataDir() })
  const makeService = () => footfall('account create --email ada@example.com --name Ada', { env: env() })
  const onDatabase = (sql: string) => {
    const database = new DatabaseSync(join(dataDir(), 'footfall.sqlite'))
    database.exec(sql)
    database.close()
  }
  /** As the version before the last migration left it. */
  const forgetLastMigration = () =>
    onDatabase('delete from schema_migrations where name = (select max(name) from schema_migrations)')

  it('a service of this version needs nothing, and a backup is advised', async () => {
    await makeService()
    const { ready, of } = await check()
    expect(ready).toBe(true)
    expect(of('control_database')).toMatchObject({ state: 'ok', found: 'SQLite, no migration is pending' })
    expect(of('undo')).toMatchObject({ state: 'ok' })
    expect(of('backup')).toMatchObject({ state: 'warning', found: expect.stringContaining('is not known') })
  })

  it('an upgrade with migrations names them, says that they cannot be undone, and requires a backup of the last day', async () => {
    await makeService()
    forgetLastMigration()
    const before = await check()
    expect(before.ready).toBe(false)
    expect(before.of('control_database').found).toMatch(/1 migration would run: \d{4}_\w+$/)
    expect(before.of('undo')).toMatchObject({ state: 'warning', found: expect.stringContaining('cannot be undone') })
    expect(before.of('backup').state).toBe('failed')
    const backup = join(home(), 'backup')
    await footfall(`backup ${backup}`, { env: env() })
    expect((await check()).of('backup')).toMatchObject({ state: 'ok', found: expect.stringContaining(backup) })
    expect((await check()).ready).toBe(true)
    expect((await check(Date.parse(NOW) + DAY_MS + 1)).of('backup').state).toBe('failed')
    const { code, err } = await footfall('upgrade --check', { env: env(), now: () => Date.parse(NOW) + 2 * DAY_MS })
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Do not upgrade yet') })
  })

  it('a backup of only control data is not a backup of everything', async () => {
    await makeService()
    await footfall(`backup --control-data ${join(home(), 'backup')}`, { env: env() })
    expect((await check()).of('backup')).toMatchObject({ state: 'warning' })
  })

  it('changes no file and no table', async () => {
    await makeService()
    forgetLastMigration()
    const before = await snapshotFiles(dataDir())
    await check()
    expect(await snapshotFiles(dataDir())).toEqual(before)
  })

  it('rejects a database of a newer version with one sentence of advice, and does not say that going back works', async () => {
    await makeService()
    onDatabase("insert into schema_migrations (name, timestamp) values ('9999_future', '2027-01-01')")
    const { ready, of } = await check()
    const { found, fix } = of('control_database')
    expect({ ready, found, fix }).toEqual({
      ready: false,
      found: 'SQLite: The database was migrated by a newer version of Footfall (it has 9999_future).',
      fix: 'Start that version, or restore a backup made before it.',
    })
    expect(of('undo')).toBeUndefined()
  })

  it('a running service keeps the files of its engine, which is a warning', async () => {
    await makeService()
    await mkdir(join(dataDir(), 'ingest'))
    const lock = lockDirectory(join(dataDir(), 'ingest'))
    const { ready, of } = await check()
    lock.release()
    expect(of('analytics_engine')).toMatchObject({ state: 'warning', fix: expect.stringContaining('Stop the service') })
    expect({ ready, backup: of('backup').state }).toEqual({ ready: true, backup: 'warning' })
  })

  it('a backup of servers is not known here', async () => {
    await makeService()
    const { of } = await check(undefined, { CLICKHOUSE_URL: 'http://127.0.0.1:1' })
    expect(of('backup')).toMatchObject({ state: 'warning', found: expect.stringContaining('servers') })
    expect(of('analytics_engine').state).toBe('failed')
  })

  it('checks a directory without a service, and creates nothing', async () => {
    await rm(dataDir(), { recursive: true, force: true })
    expect(await check()).toMatchObject({ ready: true })
    expect(existsSync(dataDir())).toBe(false)
  })

  it('`footfall upgrade` requires --check, since starting the new version is the upgrade', async () => {
    expect(await footfall('upgrade', { env: env() })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--check'),
    })
  })

  it('requires room for twice the database and 256 MiB', () => {
    const mib = 1024 ** 2
    expect(roomToMigrate(100 * mib, 456 * mib)).toBeUndefined()
    expect(roomToMigrate(100 * mib, 455 * mib)).toMatchObject({ check: 'disk', state: 'failed' })
  })
})

/** The files of a directory with their hashes; without what SQLite keeps beside a database that is open. */
async function snapshotFiles(directory: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const kept = paths.filter((path) => !/-(wal|shm)$/.test(path)).sort()
  const hashed = kept.map(async (path) => [
    path,
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  ])
  return Object.fromEntries(await Promise.all(hashed))
}
