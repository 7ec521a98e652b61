import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DIALECTS, freshDatabase, seededRandom, settableClock } from '@footfall/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { openPostgres } from '../connections/postgres.ts'
import { openSqlite } from '../connections/sqlite.ts'
import { openStore, type StoreConfig } from '../open-store.ts'
import { rawSql } from '../test-support/raw-sql.ts'
import { DatabaseTooNew, migrate } from './migrate.ts'
import type { Migration } from './migration.ts'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
const STEPS = [
  '0001_control_data',
  '0002_writes',
  '0003_sessions',
  '0004_oauth',
  '0005_product_purges',
  '0006_dashboard',
  '0007_search_console',
  '0008_registration_networks',
  '0009_key_issuers',
  '0011_sign_in',
  '0012_account_recovery',
]
const CHILD = `
  const { openStore } = await import('@footfall/storage')
  const { store, migrate } = openStore(JSON.parse(process.argv[1]), {
    clock: { now: () => 0 },
    random: { bytes: (count) => new Uint8Array(count) },
  })
  console.log(JSON.stringify(await migrate()))
  await store.close()
`

describe.each(DIALECTS)('migrations on %s', (dialect) => {
  const cleanups: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })

  const fresh = async () => {
    const { config, drop } = await freshDatabase(dialect)
    cleanups.push(drop)
    return config
  }
  const open = (config: StoreConfig) => {
    const control = openStore(config, { clock: settableClock(), random: seededRandom() })
    cleanups.push(() => control.store.close())
    return control
  }
  const openDatabase = (config: StoreConfig) => {
    const database =
      'sqlite' in config ? openSqlite(config.sqlite.path) : openPostgres(config.postgres, () => {}).database
    cleanups.push(() => database.close())
    return database
  }

  it('run once and then have nothing to do', async () => {
    const { migrate } = open(await fresh())
    expect(await migrate()).toEqual(STEPS)
    expect(await migrate()).toEqual([])
  })

  it('are told before they run, without running them', async () => {
    const { migrate, pendingMigrations } = open(await fresh())
    expect(await pendingMigrations()).toEqual(STEPS)
    expect(await pendingMigrations()).toEqual(STEPS)
    await migrate()
    expect(await pendingMigrations()).toEqual([])
  })

  it('run in exactly one of several processes that start together', async () => {
    const config = await fresh()
    const start = async () => {
      const script = ['--conditions=footfall-source', '--no-warnings', '--input-type=module', '-e', CHILD]
      const { stdout } = await promisify(execFile)(process.execPath, [...script, JSON.stringify(config)], {
        cwd: PACKAGE,
      })
      return JSON.parse(stdout)
    }
    const outcomes = await Promise.all([start(), start(), start()])
    expect(outcomes.flat()).toEqual(STEPS)
    expect(await rawSql(config, 'select name from schema_migrations order by name')).toEqual(
      STEPS.map((name) => ({ name })),
    )
  })

  it('run once when many connections of one process race', async () => {
    const config = await fresh()
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => open(config).migrate()))
    expect(outcomes.flat()).toEqual(STEPS)
  })

  it('refuse a database that a newer version has migrated, by the name of what they do not know', async () => {
    const config = await fresh()
    await open(config).migrate()
    await rawSql(config, `insert into schema_migrations (name, applied_at) values ('9999_future', '')`)
    const refused = open(config).migrate()
    await expect(refused).rejects.toThrow(DatabaseTooNew)
    await expect(refused).rejects.toThrow(/newer version of Footfall .*9999_future/)
  })

  it('leave nothing behind when a step fails, and all run when it is mended', async () => {
    const database = openDatabase(await fresh())
    const step = (name: string, ...statements: string[]): Migration => ({ name, statements: () => statements })
    const first = step('1', 'create table first (id integer)')
    const broken = step('2', 'create table second (id integer)', 'insert into missing values (1)')
    await expect(migrate(database, settableClock(), [first, broken])).rejects.toThrow(/missing/)
    const mended = step('2', 'create table second (id integer)')
    expect(await migrate(database, settableClock(), [first, mended])).toEqual(['1', '2'])
  })
})
