import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Tables } from '../tables/tables.ts'
import { groupCommit } from './group-commit.ts'
import { openSqlite } from './sqlite.ts'

describe('a group commit', () => {
  let folder: string
  let opened: ReturnType<typeof openSqlite>

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-group-'))
    opened = openSqlite(join(folder, 'x.sqlite'))
    await run(opened.write, 'create table kept (name text primary key) strict')
  })
  afterEach(async () => {
    await opened.close()
    await rm(folder, { recursive: true, force: true })
  })

  const run = (db: Kysely<Tables>, sql: string) => db.executeQuery<{ name: string }>(CompiledQuery.raw(sql))
  const insert = (name: string) => (db: Kysely<Tables>) => run(db, `insert into kept values ('${name}')`)
  const kept = async () => (await run(opened.read, 'select name from kept order by name')).rows.map(({ name }) => name)

  it('a group commit commits the writes of many callers together and returns each its own result', async () => {
    const together = groupCommit(opened.write)
    const names = Array.from({ length: 200 }, (_, index) => `n${String(index).padStart(3, '0')}`)
    const answers = await Promise.all(names.map((name) => together(async (trx) => insert(name)(trx).then(() => name))))
    expect(answers).toEqual(names)
    expect(await kept()).toEqual(names)
  })

  it('runs each write of a group once if none of them fails, and once more if one does', async () => {
    const together = groupCommit(opened.write)
    let runs = 0
    const counted = (name: string) =>
      together((trx) => {
        runs++
        return insert(name)(trx)
      })
    await Promise.all([counted('a'), counted('b')])
    expect(runs).toBe(2)
    await Promise.allSettled([counted('c'), counted('a'), counted('d')])
    expect(runs).toBe(2 + 2 + 3)
    expect(await kept()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('rolls back only the write that fails within a group commit', async () => {
    const together = groupCommit(opened.write)
    const outcomes = await Promise.allSettled([
      together(insert('a')),
      together(async (trx) => {
        await insert('undone')(trx)
        throw new Error('refused')
      }),
      together(insert('a')),
      together(insert('b')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: { message: 'refused' } })
    expect(await kept()).toEqual(['a', 'b'])
  })

  it('rejects every write of a group whose commit fails, and accepts the next group', async () => {
    const together = groupCommit(opened.write)
    const outcomes = await Promise.allSettled([
      together(insert('a')),
      // Ends the transaction under the others, as a full disk does.
      together((trx) => run(trx, "insert or rollback into kept values ('a')")),
      together(insert('b')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await kept()).toEqual([])
    await together(insert('later'))
    expect(await kept()).toEqual(['later'])
  })
})
