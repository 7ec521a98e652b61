import { testDatabase } from '@footfall/testkit'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '../connections/database.ts'
import { openPostgres } from '../connections/postgres.ts'
import { openSqlite } from '../connections/sqlite.ts'
import { confirmed } from '../test-support/confirmations.ts'
import { rawSql } from '../test-support/raw-sql.ts'
import { idempotencyRecords } from './records.ts'

const claimOf = (id: string) => ({ ...confirmed(id), id, claimedAt: 1, leaseUntil: 2 })
let opened: Database | undefined
afterEach(async () => {
  await opened?.close()
})

describe('a claim on SQLite', () => {
  const database = testDatabase('sqlite')

  it('restores the sync of every commit on SQLite after a claim, whether it was new or not', async () => {
    if (!('sqlite' in database.config)) throw new Error('This suite is about SQLite.')
    await database.store.ping()
    opened = openSqlite(database.config.sqlite.path)
    const { write } = opened
    const level = async () => (await sql<{ synchronous: number }>`pragma synchronous`.execute(write)).rows
    const records = idempotencyRecords(opened)
    expect(await level()).toEqual([{ synchronous: 2 }])
    await records.claim(claimOf('first'))
    expect(await level()).toEqual([{ synchronous: 2 }])
    await records.claim({ ...claimOf('first'), id: 'second' })
    expect(await level()).toEqual([{ synchronous: 2 }])
    await expect(records.claim({ ...claimOf('other'), id: 'first' })).rejects.toThrow(/UNIQUE/)
    expect(await level()).toEqual([{ synchronous: 2 }])
  })

  it('rejects a claim on SQLite inside a transaction', async () => {
    if (!('sqlite' in database.config)) throw new Error('This suite is about SQLite.')
    opened = openSqlite(database.config.sqlite.path)
    const claimed = opened.write
      .transaction()
      .execute((trx) => idempotencyRecords({ ...(opened as Database), write: trx }).claim(claimOf('inside')))
    await expect(claimed).rejects.toThrow(/inside a transaction/)
  })
})

describe('a claim on PostgreSQL', () => {
  const database = testDatabase('postgres')

  it('commits a claim on PostgreSQL without waiting for the disk, and resets the connection', async () => {
    if (!('postgres' in database.config)) throw new Error('This suite is about PostgreSQL.')
    // The server of the tests does not wait for commits; this database does.
    await rawSql(
      database.config,
      `do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$`,
    )
    await rawSql(database.config, 'create table levels (level text)')
    await rawSql(
      database.config,
      `create function note_level() returns trigger language plpgsql as
       $$ begin insert into levels select current_setting('synchronous_commit'); return null; end $$`,
    )
    await rawSql(
      database.config,
      `create constraint trigger note_level after insert on idempotency_records deferrable initially deferred
       for each row execute function note_level()`,
    )
    opened = openPostgres({ url: database.config.postgres.url, poolMax: 1 }, () => {}).database
    await idempotencyRecords(opened).claim(claimOf('first'))
    // Noted within the commit itself.
    expect(await rawSql(database.config, 'select level from levels')).toEqual([{ level: 'off' }])
    const { rows } = await sql`show synchronous_commit`.execute(opened.write)
    expect(rows).toEqual([{ synchronous_commit: 'on' }])
  })
})
