import { testDatabase } from '@footfall/testkit'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cachedOnce, compiledOnce, parameter } from './compiled.ts'
import { type Executor, reading, within } from './database.ts'
import { openSqlite } from './sqlite.ts'

describe('reads on SQLite outside transactions', () => {
  const database = testDatabase('sqlite')
  let opened: ReturnType<typeof openSqlite>
  let other: ReturnType<typeof openSqlite>

  beforeEach(() => {
    if (!('sqlite' in database.config)) throw new Error('This suite is for SQLite.')
    opened = openSqlite(database.config.sqlite.path)
    other = openSqlite(database.config.sqlite.path)
  })
  afterEach(async () => {
    await opened.close()
    await other.close()
  })

  const day = '2026-01-01' as never
  const saltOf = cachedOnce((db) => db.selectFrom('daily_salts').select('salt').where('day', '=', parameter<never>()))
  const freshSaltOf = compiledOnce((db) =>
    db.selectFrom('daily_salts').select('salt').where('day', '=', parameter<never>()),
  )
  const put = (on: ReturnType<typeof openSqlite>, salt: string) =>
    on.write.executeQuery(CompiledQuery.raw('insert or replace into daily_salts values (?, ?)', [day, salt]))
  const read = (executor: Executor) => saltOf(executor, day)

  it('returns the same object for a cached row until something commits', async () => {
    await put(opened, 'a')
    const first = await read(reading(opened))
    expect(first).toEqual({ salt: 'a' })
    expect(await read(reading(opened))).toBe(first)
    await put(opened, 'a')
    const second = await read(reading(opened))
    expect(second).toEqual(first)
    expect(second).not.toBe(first)
  })

  it('reads a cached row again after another connection committed a change', async () => {
    await put(opened, 'a')
    await read(reading(opened))
    await put(other, 'b')
    expect(await read(reading(opened))).toEqual({ salt: 'b' })
  })

  it('finds a row that did not exist at an earlier read', async () => {
    await opened.write.executeQuery(CompiledQuery.raw('delete from daily_salts'))
    expect(await read(reading(opened))).toBeUndefined()
    await put(opened, 'a')
    expect(await read(reading(opened))).toEqual({ salt: 'a' })
  })

  it('shows an uncommitted change inside its transaction only, cached or not', async () => {
    await put(opened, 'a')
    await opened.transaction(async (trx) => {
      await trx.run(CompiledQuery.raw('update daily_salts set salt = ?', ['uncommitted']))
      expect(await read(within(opened, trx))).toEqual({ salt: 'uncommitted' })
      expect(await read(reading(opened))).toEqual({ salt: 'a' })
      expect(await freshSaltOf(reading(opened), day)).toEqual({ salt: 'a' })
    })
    expect(await read(reading(opened))).toEqual({ salt: 'uncommitted' })
    expect(await freshSaltOf(reading(opened), day)).toEqual({ salt: 'uncommitted' })
  })
})
