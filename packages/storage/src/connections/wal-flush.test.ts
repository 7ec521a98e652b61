import { mkdtemp, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceUnavailable } from '@footfall/core-domain'
import { CompiledQuery, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Tables } from '../tables/tables.ts'
import type { Flushing } from './database.ts'
import { groupCommit } from './group-commit.ts'
import { openSqlite } from './sqlite.ts'

describe('commits that are flushed on another thread', () => {
  let folder: string
  let opened: ReturnType<typeof openSqlite>
  let flushing: Flushing

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-flush-'))
    await open('x.sqlite')
    await run(opened.write, 'create table kept (name text primary key) strict')
  })
  afterEach(async () => {
    await opened.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function open(name: string) {
    opened = openSqlite(join(folder, name))
    if (opened.flushing === undefined) throw new Error('SQLite flushes apart.')
    flushing = opened.flushing
  }
  const run = (db: Kysely<Tables>, sql: string) =>
    db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql) as CompiledQuery<Record<string, unknown>>)
  const insert = (name: string) => (db: Kysely<Tables>) => run(db, `insert into kept values ('${name}')`)
  const kept = async () => (await run(opened.read, 'select name from kept order by name')).rows.map(({ name }) => name)
  const level = async () => (await run(opened.write, 'pragma synchronous')).rows[0]?.synchronous
  const log = () => join(folder, 'x.sqlite-wal')

  it('commits without a sync when the log is flushed on another thread, and restores the sync afterwards', async () => {
    const during = await flushing.transaction(
      async (trx) => (await run(trx, 'pragma synchronous')).rows[0]?.synchronous,
    )
    expect([during, await level()]).toEqual([1, 2])
    await expect(flushing.transaction((trx) => run(trx, 'insert into nowhere values (1)'))).rejects.toThrow()
    expect(await level()).toBe(2)
  })

  it('resolves a commit that is flushed on another thread only after the flush', async () => {
    const flush = Promise.withResolvers<void>()
    const together = groupCommit(opened.write, { ...flushing, flush: () => flush.promise })
    const answers: string[] = []
    const both = ['a', 'b'].map((name) => together(insert(name)).then(() => answers.push(name)))
    while ((await kept()).length < 2) await new Promise((resolve) => setImmediate(resolve))
    expect(answers).toEqual([])
    flush.resolve()
    await Promise.all(both)
    expect(answers).toEqual(['a', 'b'])
  })

  it('rejects a commit whose flush fails, and uses the log again once the database file holds the commit', async () => {
    const together = groupCommit(opened.write, flushing)
    await rename(log(), `${log()}-away`)
    await expect(together(insert('a'))).rejects.toThrow(ServiceUnavailable)
    await rename(`${log()}-away`, log())
    await together(insert('b'))
    expect((await stat(log())).size).toBe(0)
    await together(insert('c'))
    expect((await stat(log())).size).toBeGreaterThan(0)
    expect(await kept()).toEqual(['a', 'b', 'c'])
  })

  it('flushes the log next to the database file when its path is a symbolic link', async () => {
    await opened.close()
    await symlink(join(folder, 'x.sqlite'), join(folder, 'link.sqlite'))
    await open('link.sqlite')
    await groupCommit(opened.write, flushing)(insert('a'))
    expect(await kept()).toEqual(['a'])
  })
})
