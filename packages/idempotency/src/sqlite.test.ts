import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCoordinator, fingerprint, parseIdempotencyKey } from './index.ts'
import { type SqliteDatabase, sqliteRecords, sqliteSchema, sqliteTransaction } from './sqlite.ts'
import { countsAfterUse } from './test-support/counts.ts'
import { testOneTransactionStore, testRecordStore } from './testing.ts'

let folder: string
const opened: { close(): unknown }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idempotency-sqlite-'))
})
afterAll(async () => {
  for (const db of opened) db.close()
  await rm(folder, { recursive: true, force: true })
})

function open(name: string) {
  const db = new Database(join(folder, name))
  opened.push(db)
  return db
}

function openNode(name = 'node.sqlite') {
  const db = new DatabaseSync(join(folder, name))
  opened.push(db)
  return db
}

async function hostOf<Db extends SqliteDatabase>(db: Db) {
  const records = sqliteRecords(db)
  await records.create()
  await records.create()
  db.exec('create table effects (name text)')
  return {
    records,
    resolver: records,
    atomically: sqliteTransaction(db),
    effect: (tx: Db, name: string) => void tx.prepare('insert into effects values (?)').run(name),
    effects: async (name: string) => db.prepare('select * from effects where name = ?').all(name).length,
  }
}

testRecordStore({ describe, it }, 'SQLite through better-sqlite3', () => hostOf(open('records.sqlite')))
testRecordStore({ describe, it }, 'SQLite through node:sqlite', () => hostOf(openNode()))
testOneTransactionStore({ describe, it }, 'SQLite through better-sqlite3', () => hostOf(open('one.sqlite')))
testOneTransactionStore({ describe, it }, 'SQLite through node:sqlite', () => hostOf(openNode('one-node.sqlite')))

const KEY = parseIdempotencyKey('k')
if (KEY === undefined) throw new Error('not a key')
const request = { owner: 'me', key: KEY, operation: 'o', fingerprint: fingerprint('o', {}) }
const claim = { ...request, id: 'c', claimedAt: 1, leaseUntil: 2 }
const completion = { result: '1', completedAt: 1, expiresAt: 2 }

describe('a SQLite connection', () => {
  it('rejects a claim in SQLite while a transaction is open on its connection', async () => {
    const db = open('open.sqlite')
    const { records } = await hostOf(db)
    db.exec('begin')
    await expect(records.claim(claim)).rejects.toThrow(/transaction is open/)
    db.exec('rollback')
    expect(await records.claim(claim)).toBeUndefined()
  })

  it('adds the columns that tables of an earlier version lack, and keeps their records', async () => {
    const db = open('earlier.sqlite')
    db.exec(sqliteSchema().replace('given_fingerprint text,', '').replace('meant text,', ''))
    db.exec(`insert into idempotency_records (id, owner, key, operation, fingerprint, state, claimed_at, lease_until)
      values ('c', 'me', 'k', 'o', '${request.fingerprint}', 'executing', 1, 2)`)
    const { records } = await hostOf(db)
    expect(await records.find(claim)).toEqual({ ...claim, state: 'executing' })
  })

  it('completes a claim in SQLite only inside a transaction of the same connection', async () => {
    const db = open('complete.sqlite')
    const { records } = await hostOf(db)
    await records.claim(claim)
    expect(() => records.completeNow(db, claim, completion)).toThrow(/inside a transaction/)
    const other = open('complete.sqlite')
    expect(() => sqliteTransaction(other)((tx) => records.completeNow(tx, claim, completion))).toThrow(
      /inside a transaction of its connection/,
    )
    expect((await records.find(claim))?.state).toBe('executing')
  })

  it('rejects an asynchronous effect in SQLite, rolls it back and frees its key', async () => {
    const db = open('async.sqlite')
    const { records, atomically, effect, effects } = await hostOf(db)
    const { confirm } = createCoordinator({ records, atomically, now: Date.now, newClaimId: () => 'c' })
    const rejected = confirm(request, (async (tx: typeof db) => effect(tx, 'async')) as never)
    await expect(rejected).rejects.toThrow(/must not be asynchronous/)
    expect(await effects('async')).toBe(0)
    expect(await records.find(request)).toBeUndefined()
  })

  it('reads times from a SQLite connection whose integers are BigInts', async () => {
    const db = open('bigint.sqlite').defaultSafeIntegers(true)
    const { records } = await hostOf(db)
    await records.claim(claim)
    expect(await records.find(claim)).toEqual({ ...claim, state: 'executing' })
    expect(await records.renew(claim, 5)).toBe(true)
  })

  it('counts the records of SQLite that have a status', async () => {
    const { records } = await hostOf(open('counts.sqlite'))
    let keys = 0
    const claimOf = () => ({ ...claim, id: `c${++keys}`, owner: `owner ${keys}` })
    expect(await countsAfterUse(records, claimOf)).toEqual({ all: 3, blocked: 2, executing: 1, completed: 0 })
  })

  it('creates the tables of SQLite under a prefix and rejects one that is more than a name', async () => {
    const db = open('prefix.sqlite')
    db.exec(sqliteSchema({ prefix: 'shop' }))
    expect(await sqliteRecords(db, { prefix: 'shop' }).claim(claim)).toBeUndefined()
    expect(db.prepare('select id from shop_records').all()).toEqual([{ id: 'c' }])
    for (const prefix of ['', 'a b', 'x;drop table y', 'Shop', 'a.b.c', '"x"', 'x'.repeat(41)])
      expect(() => sqliteRecords(db, { prefix })).toThrow(TypeError)
  })
})
