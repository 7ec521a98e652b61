import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialect, StoreConfig } from '@footfall/storage'
import pg from 'pg'
import { inject } from 'vitest'

/** A new, empty database without migrations. */
export interface FreshDatabase {
  readonly config: StoreConfig
  drop(): Promise<void>
}

let made = 0

export function freshDatabase(dialect: Dialect): Promise<FreshDatabase> {
  return dialect === 'sqlite' ? freshSqlite() : freshPostgres()
}

async function freshSqlite(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-sqlite-'))
  return {
    config: { sqlite: { path: join(folder, 'footfall.sqlite') } },
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

async function freshPostgres(): Promise<FreshDatabase> {
  const server = inject('postgresUrl')
  const name = `footfall_test_${process.pid}_${made++}`
  await asAdministrator(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    config: { postgres: { url: url.href, poolMax: 8 } },
    drop: () => asAdministrator(server, `drop database if exists ${name} with (force)`),
  }
}

async function asAdministrator(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
