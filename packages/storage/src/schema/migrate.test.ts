import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DIALECTS, freshDatabase, seededRandom, settableClock } from '@footfall/testkit'
import { CompiledQuery } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '../connections/database.ts'
import { openPostgres } from '../connections/postgres.ts'
import { openSqlite } from '../connections/sqlite.ts'
import { openStore, type StoreConfig } from '../open-store.ts'
import { rawSql } from '../test-support/raw-sql.ts'
import { DatabaseTooNew, migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { type Migration, sqlTerms } from './migrations/migration.ts'

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
  '0013_open_lists',
  '0014_access_limits',
  '0015_segments',
  '0016_visitor_identity',
  '0017_shared_links',
  '0018_reports',
  '0019_alerts',
  '0020_annotation_categories',
  '0021_inviters',
  '0022_second_factors',
  '0023_external_identities',
  '0024_imports',
  '0025_import_retention',
  '0026_uploaded_imports',
  '0027_kept_secrets',
  '0028_key_expiry',
  '0029_names_as_given',
  '0034_engine_claim',
  '0038_approvals',
  '0040_token_trusts',
  '0043_credential_networks',
  '0044_credential_hygiene',
  '0047_device_requests',
  '0049_account_language',
  '0050_kept_links',
  '0051_bounded_lists',
  '0054_account_revision',
  '0055_account_activity',
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

  it('runs each migration once', async () => {
    const { migrate } = open(await fresh())
    expect(await migrate()).toEqual(STEPS)
    expect(await migrate()).toEqual([])
  })

  it('lists pending migrations without running them', async () => {
    const { migrate, pendingMigrations } = open(await fresh())
    expect(await pendingMigrations()).toEqual(STEPS)
    expect(await pendingMigrations()).toEqual(STEPS)
    await migrate()
    expect(await pendingMigrations()).toEqual([])
  })

  it('runs each migration once when several processes start together', async () => {
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

  it('runs each migration once when several connections of one process start together', async () => {
    const config = await fresh()
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => open(config).migrate()))
    expect(outcomes.flat()).toEqual(STEPS)
  })

  it('rejects a database of a newer version, and names the unknown migration', async () => {
    const config = await fresh()
    await open(config).migrate()
    await rawSql(config, `insert into schema_migrations (name, timestamp) values ('9999_future', '')`)
    const rejected = open(config).migrate()
    await expect(rejected).rejects.toThrow(DatabaseTooNew)
    await expect(rejected).rejects.toThrow(/newer version of Footfall .*9999_future/)
  })

  it('names the release that ran the unknown migration, as the one to start', async () => {
    const database = openDatabase(await fresh())
    const step = (...statements: string[]): Migration => ({ statements: () => statements })
    const [first, second] = [step('create table first (id integer)'), step('create table second (id integer)')]
    await migrate(database, { '1': first }, undefined, '0.9.0')
    await migrate(database, { '1': first, '2': second }, undefined, '1.4.0')
    await migrate(database, { '1': first, '2': second }, undefined, '1.5.0')
    await expect(migrate(database, { '1': first })).rejects.toMatchObject({
      release: '1.4.0',
      message: expect.stringContaining('Start version 1.4.0 or a later one, or restore a backup'),
    })
    await expect(migrate(database, {})).rejects.toMatchObject({ unknown: ['1', '2'], release: '1.4.0' })
  })

  it('leaves no changes of a failed migration, and runs all when it is corrected', async () => {
    const database = openDatabase(await fresh())
    const step = (...statements: string[]): Migration => ({ statements: () => statements })
    const first = step('create table first (id integer)')
    const broken = step('create table second (id integer)', 'insert into missing values (1)')
    await expect(migrate(database, { 1: first, 2: broken })).rejects.toThrow(/missing/)
    expect((await database.read.introspection.getTables()).map(({ name }) => name)).toEqual([])
    const corrected = step('create table second (id integer)')
    expect(await migrate(database, { 1: first, 2: corrected })).toEqual(['1', '2'])
  })

  it('migrates a database of the previous release without repeating a migration or losing rows', async () => {
    const config = await fresh()
    const database = openDatabase(config)
    await migrateAsBefore(database, '0012_account_recovery')
    const at = '2026-11-01T00:00:00.000Z'
    const run = (statement: string) => rawSql(config, statement)
    await run(`insert into products values ('prd_1', 'p', 'UTC', '${at}', 1, '${at}')`)
    await run(`insert into product_keys (id, product_id, name, kind, scopes, prefix, secret_hash, status, created_at, revision, updated_at)
      values ('key_1', 'prd_1', 'k', 'api', '[]', 'jk_', 'h', 'active', '${at}', 1, '${at}')`)
    await run(`insert into oauth_clients (id, name, redirect_uris, auth_method, grant_types, registered_at, expires_at)
      values ('client', 'c', '[]', 'none', '[]', 1, 2)`)
    const before = [await run('select * from product_keys'), await run('select * from oauth_clients')]

    const { migrate, pendingMigrations } = open(config)
    const pending = STEPS.slice(STEPS.indexOf('0013_open_lists'))
    expect(await pendingMigrations()).toEqual(pending)
    expect(await migrate()).toEqual(pending)
    expect(await pendingMigrations()).toEqual([])
    expect(await migrate()).toEqual([])
    expect([await run('select * from product_keys'), await run('select * from oauth_clients')]).toMatchObject(before)
    expect((await run('select name from schema_migrations order by name')).map(({ name }) => name)).toEqual(STEPS)
  })

  it('migrates a database of the previous release to the same tables as a new one', async () => {
    const [older, newer] = [await fresh(), await fresh()]
    await migrateAsBefore(openDatabase(older), '0012_account_recovery')
    await open(older).migrate()
    await open(newer).migrate()
    expect(await schemaOf(older)).toEqual(await schemaOf(newer))
  })

  it('leaves no list of key kinds or client authentication methods in the database after all migrations', async () => {
    const config = await fresh()
    await open(config).migrate()
    const at = '2026-11-01T00:00:00.000Z'
    await rawSql(config, `insert into products values ('prd_1', 'p', 'UTC', '${at}', 1, '${at}')`)
    await rawSql(
      config,
      `insert into product_keys (id, product_id, name, kind, scopes, prefix, secret_hash, status, created_at, revision, updated_at)
       values ('key_1', 'prd_1', 'k', 'a new kind', '[]', 'jk_', 'h', 'active', '${at}', 1, '${at}')`,
    )
    await rawSql(
      config,
      `insert into oauth_clients (id, name, redirect_uris, auth_method, grant_types, registered_at, expires_at)
       values ('client', 'c', '[]', 'private_key_jwt', '[]', 1, 2)`,
    )
    const duplicate = `insert into product_keys select 'key_2', product_id, name, kind, scopes, prefix, secret_hash,
      issuer_token_id, status, created_at, last_used_at, revision, updated_at, issuer_account_id, disabled_reason, expires_at,
      allowed_networks, last_used_network, last_used_operation from product_keys`
    await expect(rawSql(config, duplicate)).rejects.toThrow(/unique/i)
    await rawSql(config, `delete from products where id = 'prd_1'`)
    expect(await rawSql(config, 'select id from product_keys')).toEqual([])
  })
})

/** Migrates as the releases before 0013 did: with a separate record, whose column of times had another name. */
async function migrateAsBefore({ dialect, write }: Database, last: string): Promise<void> {
  const run = (statement: string) => write.executeQuery(CompiledQuery.raw(statement))
  await run('create table schema_migrations (name text primary key, applied_at text not null)')
  for (const [name, { statements }] of Object.entries(MIGRATIONS)) {
    if (name > last) return
    for (const statement of statements(sqlTerms(dialect))) await run(statement)
    await run(
      `insert into schema_migrations (name, applied_at) values ('${name}', '2026-10-0${(name.length % 9) + 1}T00:00:00.000Z')`,
    )
  }
}

function schemaOf(config: StoreConfig): Promise<Record<string, unknown>[]> {
  return rawSql(
    config,
    'sqlite' in config
      ? `select tbl_name, name, replace(sql, '"', '') as sql from sqlite_schema where name not like 'sqlite%' and name != 'schema_migrations' order by tbl_name, name`
      : `select table_name, column_name, data_type, is_nullable from information_schema.columns
         where table_schema = 'public' and table_name != 'schema_migrations' order by table_name, column_name`,
  )
}
