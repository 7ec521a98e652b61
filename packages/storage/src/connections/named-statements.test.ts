import { testDatabase } from '@footfall/testkit'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rawSql } from '../test-support/raw-sql.ts'
import { named } from './compiled.ts'
import { type Database, reading, within } from './database.ts'
import { isConflict } from './failures.ts'
import { openPostgres } from './postgres.ts'

describe('a statement that PostgreSQL plans once', () => {
  const database = testDatabase('postgres')
  let opened: Database
  const statement = () => named(CompiledQuery.raw('select * from things'))

  beforeEach(async () => {
    if (!('postgres' in database.config)) throw new Error('This suite is about PostgreSQL.')
    await rawSql(database.config, 'drop table if exists things')
    await rawSql(database.config, 'create table things (a int)')
    await rawSql(database.config, 'insert into things values (1)')
    opened = openPostgres({ url: database.config.postgres.url, poolMax: 1 }, () => {}).database
  })
  afterEach(() => opened.close())

  const prepared = () =>
    reading(opened).run<{ n: number }>(
      CompiledQuery.raw('select count(*)::int as n from pg_prepared_statements') as never,
    )

  it('a statement with a name is prepared once for a connection, and once more for its transactions', async () => {
    const query = statement()
    for (let i = 0; i < 3; i++) await reading(opened).run(query)
    expect((await prepared()).rows).toEqual([{ n: 1 }])
    for (let i = 0; i < 2; i++) await opened.transaction((trx) => within(opened, trx).run(query))
    expect((await prepared()).rows).toEqual([{ n: 2 }])
  })

  it('prepares nothing behind a pooler in transaction mode, whose connections are those of every client', async () => {
    if (!('postgres' in database.config)) throw new Error('This suite is about PostgreSQL.')
    const url = new URL(database.config.postgres.url)
    url.searchParams.set('pgbouncer', 'true')
    const { pool, database: pooled } = openPostgres({ url: url.href, poolMax: 1 }, () => {})
    const query = statement()
    await reading(pooled).run(query)
    await pooled.transaction((trx) => within(pooled, trx).run(query))
    await pool.query({ name: 'of_a_library', text: 'select $1::int', values: [1] })
    expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([])
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
    await pooled.close()
  })

  it('reads a table that has got another column since it was planned', async () => {
    const query = statement()
    await reading(opened).run(query)
    await rawSql(database.config, 'alter table things add column b int')
    for (let i = 0; i < 2; i++) expect((await reading(opened).run(query)).rows).toEqual([{ a: 1, b: null }])
  })

  it('fails as a conflict in a transaction when its table has got another column, so that the transaction runs again', async () => {
    const query = statement()
    const run = () => opened.transaction((trx) => within(opened, trx).run(query))
    await run()
    await rawSql(database.config, 'alter table things add column b int')
    expect(isConflict(await run().catch((error: unknown) => error))).toBe(true)
    expect((await run()).rows).toEqual([{ a: 1, b: null }])
  })

  it('reports the first failure of a transaction, not that of a statement that could not be prepared after it', async () => {
    const failing = opened.transaction(async (trx) => {
      const { run, later } = within(opened, trx)
      await run(CompiledQuery.raw('select 1'))
      await later(run(CompiledQuery.raw('select 1 / 0')).then(() => {}))
      await run(statement())
    })
    await expect(failing).rejects.toThrow(/division by zero/)
  })
})
