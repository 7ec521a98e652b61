import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dialect, openStore, type StoreConfig } from '@footfall/storage'
import pg from 'pg'
import { inject } from 'vitest'
import { seededRandom, settableClock } from './determinism.ts'

/** A database of one test or suite. */
export interface FreshDatabase {
  readonly config: StoreConfig
  drop(): Promise<void>
}

/** Held by the process that creates the template. The service locks others, in its own databases. */
const TEMPLATE_LOCK = 1

let made = 0

/** A new, empty database without migrations. */
export function freshDatabase(dialect: Dialect): Promise<FreshDatabase> {
  return dialect === 'sqlite' ? freshSqlite() : freshPostgres((_client, name) => name)
}

/** A new database with every migration and no other rows. */
export async function migratedDatabase(dialect: Dialect): Promise<FreshDatabase> {
  if (dialect === 'postgres') return freshPostgres(copyOfTemplate)
  const fresh = await freshSqlite()
  if ('sqlite' in fresh.config) await copyFile(await sqliteTemplate(), fresh.config.sqlite.path)
  return fresh
}

let template: Promise<string> | undefined

/** One migrated file for all tests of a run: copying it takes less time than migrating anew. */
function sqliteTemplate(): Promise<string> {
  template ??= madeTemplate(inject('sqliteFolder'))
  return template
}

async function madeTemplate(folder: string): Promise<string> {
  const template = join(folder, 'migrated.sqlite')
  if (existsSync(template)) return template
  const path = join(folder, `${process.pid}.sqlite`)
  await migrate({ sqlite: { path } })
  // Under its name it is complete. Of several workers that make it at once the last one wins, with the same content.
  await rename(path, template)
  return template
}

async function freshSqlite(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-sqlite-'))
  return {
    config: { sqlite: { path: join(folder, 'footfall.sqlite') } },
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

type Definition = (client: pg.Client, name: string) => string | Promise<string>

/** Creates a database with what `define` returns for its name. */
async function freshPostgres(define: Definition): Promise<FreshDatabase> {
  const name = `footfall_test_${process.pid}_${made++}`
  await asAdministrator(async (client) => {
    await client.query(`create database ${await define(client, name)}`)
  })
  return {
    config: configOf(name),
    drop: () => asAdministrator((client) => dropDatabase(client, name)),
  }
}

/**
 * A copy of the template takes a fifth of the processor time of the migrations. A copy of its files takes less than one that
 * goes through the log, which nobody reads here.
 */
async function copyOfTemplate(client: pg.Client, name: string): Promise<string> {
  const template = inject('postgresTemplate')
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
  if (rowCount === 0) await createTemplate(client, template)
  await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
  return `${name} template ${template} strategy file_copy`
}

/** The template gets its name when it is complete. */
async function createTemplate(client: pg.Client, template: string): Promise<void> {
  const incomplete = `${template}_incomplete`
  await dropDatabase(client, incomplete)
  await client.query(`create database ${incomplete}`)
  await migrate(configOf(incomplete))
  await client.query(`alter database ${incomplete} rename to ${template}`)
}

async function migrate(config: StoreConfig): Promise<void> {
  const { store, migrate } = openStore(config, { clock: settableClock(), random: seededRandom() })
  try {
    await migrate()
  } finally {
    await store.close()
  }
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`)
}

function configOf(database: string): StoreConfig {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${database}`
  return { postgres: { url: url.href, poolMax: 8 } }
}

async function asAdministrator(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
