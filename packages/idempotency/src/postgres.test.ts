import { freshDatabase } from '@footfall/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Claim, createCoordinator, fingerprint, parseIdempotencyKey } from './index.ts'
import {
  type PostgresClient,
  postgresRecords,
  postgresSchema,
  postgresTransaction,
  type TransactionOptions,
} from './postgres.ts'
import { countsAfterUse } from './test-support/counts.ts'
import { testOneTransactionStore, testRecordStore } from './testing.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: pg.Pool

beforeAll(async () => {
  database = await freshDatabase('postgres')
  if (!('postgres' in database.config)) throw new Error('This suite is about PostgreSQL.')
  pool = new pg.Pool({ connectionString: database.config.postgres.url, max: 12 })
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  await pool.query('create table effects (name text); create schema app')
  await postgresRecords(pool).create()
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

async function hostWith(isolation: NonNullable<TransactionOptions['isolation']>, prefix: string) {
  const records = postgresRecords<pg.PoolClient>(pool, { prefix })
  // At the same time, as replicas start.
  await Promise.all([records.create(), records.create(), records.create()])
  return {
    records,
    resolver: records,
    transaction: postgresTransaction<pg.PoolClient>(pool, { isolation }),
    async effect(tx: pg.PoolClient, name: string) {
      await tx.query('insert into effects values ($1)', [name])
    },
    async effects(name: string) {
      return (await pool.query('select from effects where name = $1', [name])).rowCount ?? 0
    },
  }
}

testRecordStore({ describe, it }, 'PostgreSQL, read committed', () => hostWith('read committed', 'first'))
testRecordStore({ describe, it }, 'PostgreSQL, serializable', () => hostWith('serializable', 'app.second'))
testOneTransactionStore({ describe, it }, 'PostgreSQL, read committed', () => hostWith('read committed', 'third'))
testOneTransactionStore({ describe, it }, 'PostgreSQL, serializable', () => hostWith('serializable', 'app.fourth'))

let keys = 0
function requestOf(input: unknown = {}) {
  const key = parseIdempotencyKey(`own-${++keys}`)
  if (key === undefined) throw new Error('not a key')
  return { owner: 'me', key, operation: 'o', fingerprint: fingerprint('o', input) }
}
const claimOf = (): Claim => ({ ...requestOf(), id: `own-${keys}`, claimedAt: 1, leaseUntil: 2 })
const completion = { result: '1', completedAt: 1, expiresAt: 2 }

describe('records in PostgreSQL', () => {
  it('completes a claim in PostgreSQL only inside a transaction', async () => {
    const records = postgresRecords(pool)
    const claim = claimOf()
    await records.claim(claim)
    await expect(records.complete(pool, claim, completion)).rejects.toThrow(
      /only be made or completed inside a transaction/,
    )
    expect((await records.find(claim))?.state).toBe('executing')
    const complete = postgresTransaction(pool)((tx) => records.complete(tx, claim, completion))
    expect(await complete).toBe(true)
  })

  it('claims a free key of PostgreSQL, and finds the record of a held one, with one statement', async () => {
    let statements = 0
    const counting: PostgresClient = {
      query(text, values) {
        statements++
        return pool.query(text, values)
      },
    }
    const records = postgresRecords(counting)
    const claim = claimOf()
    expect(await records.claim(claim)).toBeUndefined()
    expect(await records.claim({ ...claim, id: 'other' })).toEqual({ ...claim, state: 'executing' })
    expect(statements).toBe(2)
  })

  it('flushes a claim in PostgreSQL, since the effect of a host may leave the database', async () => {
    const flushing = new pg.Pool({ ...pool.options, options: '-c synchronous_commit=on' })
    flushing.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
    await pool.query(`create table levels (level text);
      create function note_level() returns trigger language plpgsql as
        $$ begin insert into levels select current_setting('synchronous_commit'); return null; end $$`)
    await postgresRecords(pool, { prefix: 'flushed' }).create()
    await pool.query(`create constraint trigger note_level after insert on flushed_records deferrable initially deferred
      for each row execute function note_level()`)
    await postgresRecords(flushing, { prefix: 'flushed' }).claim(claimOf())
    await flushing.end()
    // Noted within the commit itself.
    expect((await pool.query('select level from levels')).rows).toEqual([{ level: 'on' }])
  })

  it('counts the records of PostgreSQL that have a status', async () => {
    const records = postgresRecords(pool, { prefix: 'counted' })
    await records.create()
    expect(await countsAfterUse(records, claimOf)).toEqual({ all: 3, blocked: 2, executing: 1, completed: 0 })
  })

  it('keeps its tables in a schema of PostgreSQL if the prefix names one', async () => {
    await pool.query(postgresSchema({ prefix: 'app.orders' }))
    const records = postgresRecords(pool, { prefix: 'app.orders' })
    await records.create()
    const claim = claimOf()
    expect(await records.claim(claim)).toBeUndefined()
    expect(await records.retake(claim, { ...claim, id: 'next', claimedAt: 3 })).toBe(true)
    expect((await pool.query('select id from app.orders_records')).rows).toEqual([{ id: 'next' }])
  })

  it('adds the columns that tables of an earlier version lack, and keeps their records', async () => {
    const schema = postgresSchema({ prefix: 'earlier' })
    await pool.query(schema.replace('given_fingerprint text,', '').replace('meant text,', ''))
    const claim = claimOf()
    await pool.query(
      `insert into earlier_records (id, owner, key, operation, fingerprint, state, claimed_at, lease_until)
       values ($1, $2, $3, $4, $5, 'executing', $6, $7)`,
      [claim.id, claim.owner, claim.key, claim.operation, claim.fingerprint, claim.claimedAt, claim.leaseUntil],
    )
    const records = postgresRecords(pool, { prefix: 'earlier' })
    await Promise.all([records.create(), records.create()])
    expect(await records.find(claim)).toEqual({ ...claim, state: 'executing' })
  })

  it('resolves a record of PostgreSQL in the transaction of the host, and undoes it with that transaction', async () => {
    const records = postgresRecords(pool)
    const claim = claimOf()
    await records.claim(claim)
    const transaction = postgresTransaction(pool)
    const undone = transaction(async (tx) => {
      expect(await records.resolve(claim.id, 'not-executed', 2, tx)).toMatchObject({ kind: 'resolved' })
      throw new Error('no audit entry')
    })
    await expect(undone).rejects.toThrow('no audit entry')
    expect((await records.find(claim))?.state).toBe('executing')
  })

  it('does not resolve a record in PostgreSQL whose transaction is committing', async () => {
    const records = postgresRecords(pool)
    const claim = claimOf()
    await records.claim(claim)
    let decided: ReturnType<typeof records.resolve> | undefined
    await postgresTransaction(pool)(async (tx) => {
      await records.complete(tx, claim, completion)
      decided = records.resolve(claim.id, 'not-executed', 2)
      await somebodyWaits()
    })
    expect(await decided).toMatchObject({ kind: 'not_blocked', entry: { status: 'completed' } })
  })
})

describe('a claim in a transaction of PostgreSQL', () => {
  // The pool opens before the tests.
  const transaction = <T>(work: (tx: pg.PoolClient) => Promise<T>) => postgresTransaction<pg.PoolClient>(pool)(work)
  const coordinatorOf = (options: { waitMs?: number } = {}) =>
    createCoordinator({
      ...{ records: postgresRecords<pg.PoolClient>(pool), transaction, claims: 'in_transaction' as const },
      ...{ now: Date.now, newClaimId: () => `within-${++keys}`, ...options },
    })
  const leaving = (name: string) => async (tx: pg.PoolClient) => {
    await tx.query('insert into effects values ($1)', [name])
    return { answer: name, result: '1' }
  }
  const effects = async (name: string) =>
    (await pool.query('select from effects where name = $1', [name])).rowCount ?? 0

  it('a claim in a transaction of PostgreSQL is rejected outside of one', async () => {
    await expect(postgresRecords(pool).claimWithin(pool, claimOf(), 1)).rejects.toThrow(/inside a transaction/)
  })

  it('waits for the open transaction of another process, and replays what that executed', async () => {
    const request = requestOf()
    let waiting: Promise<unknown> | undefined
    const first = await coordinatorOf().confirm(request, async (tx) => {
      const made = await leaving('waited for')(tx)
      waiting = coordinatorOf().confirm(request, leaving('waited for'))
      await somebodyWaits()
      return made
    })
    expect(first).toMatchObject({ kind: 'executed' })
    expect(await waiting).toMatchObject({ kind: 'replayed', result: '1' })
    expect(await effects('waited for')).toBe(1)
  })

  it('executes when the open transaction that it waits for is rolled back', async () => {
    const request = requestOf()
    let waiting: Promise<unknown> | undefined
    const first = coordinatorOf().confirm(request, async (tx) => {
      await leaving('taken over')(tx)
      waiting = coordinatorOf().confirm(request, leaving('taken over'))
      await somebodyWaits()
      throw new Error('rejected')
    })
    await expect(first).rejects.toThrow('rejected')
    expect(await waiting).toMatchObject({ kind: 'executed' })
    expect(await effects('taken over')).toBe(1)
  })

  it('waits no longer than it may, and then says that the request is executing', async () => {
    const request = requestOf()
    const first = await coordinatorOf().confirm(request, async (tx) => {
      const impatient = await coordinatorOf({ waitMs: 20 }).confirm(request, leaving('patient'))
      expect(impatient).toEqual({ kind: 'still_executing' })
      return leaving('patient')(tx)
    })
    expect(first).toMatchObject({ kind: 'executed' })
    expect(await effects('patient')).toBe(1)
  })

  it('waits for a commit that is still running on a connection that was lost', async () => {
    const request = requestOf()
    const held = Promise.withResolvers<void>()
    let commit: Promise<unknown> | undefined
    const { confirm } = createCoordinator<pg.PoolClient>({
      ...{ records: postgresRecords<pg.PoolClient>(pool), claims: 'in_transaction' },
      ...{ now: Date.now, newClaimId: () => `within-${++keys}` },
      async transaction(work) {
        if (commit !== undefined) return transaction(work)
        const worked = Promise.withResolvers<void>()
        commit = transaction(async (tx) => {
          await work(tx)
          worked.resolve()
          await held.promise
        })
        await worked.promise
        void somebodyWaits().then(held.resolve, held.reject)
        throw new Error('The connection is lost.')
      },
    })
    expect(await confirm(request, leaving('lost'))).toMatchObject({ kind: 'executed', answer: 'lost' })
    await commit
    expect(await effects('lost')).toBe(1)
  })

  it('a key of PostgreSQL that an earlier version claimed beforehand is not claimed in a transaction', async () => {
    const records = postgresRecords<pg.PoolClient>(pool)
    const [running, lapsed] = [{ ...claimOf(), leaseUntil: Date.now() + 60_000 }, claimOf()]
    for (const claim of [running, lapsed]) await records.claim(claim)
    const { confirm } = coordinatorOf({ waitMs: 0 })
    expect(await confirm(running, leaving('earlier'))).toEqual({ kind: 'still_executing' })
    expect(await confirm(lapsed, leaving('earlier'))).toMatchObject({ kind: 'outcome_unknown' })
    expect(await effects('earlier')).toBe(0)
    await records.resolve(lapsed.id, 'not-executed', Date.now())
    expect(await confirm(lapsed, leaving('earlier'))).toMatchObject({ kind: 'executed' })
  })
})

async function somebodyWaits(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
}

describe('a transaction on a pool of PostgreSQL', () => {
  it('reports a commit that PostgreSQL answered with a rollback as a failure', async () => {
    const swallowed = postgresTransaction(pool)(async (tx) => {
      await tx.query('insert into effects values ($1)', ['swallowed'])
      await tx.query('select 1 / 0').catch(() => {})
    })
    await expect(swallowed).rejects.toThrow(/rolled back/)
    expect((await pool.query(`select from effects where name = 'swallowed'`)).rowCount).toBe(0)
  })

  it('frees the key and does not end the process when PostgreSQL ends the connection in the middle of an effect', async () => {
    const records = postgresRecords<pg.PoolClient>(pool)
    const { confirm } = createCoordinator({
      records,
      transaction: postgresTransaction<pg.PoolClient>(pool),
      now: Date.now,
      newClaimId: () => `cut-${++keys}`,
    })
    const request = requestOf()
    let runs = 0
    const effect = async (tx: pg.PoolClient) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
      if (runs++ === 0) {
        const ended = new Promise((resolve) => tx.once('error', resolve))
        await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
        await ended
      }
      await tx.query('insert into effects values ($1)', ['cut'])
      return { answer: 'done', result: '1' }
    }
    await expect(confirm(request, effect)).rejects.toThrow()
    expect(await confirm(request, effect)).toMatchObject({ kind: 'executed' })
    expect((await pool.query(`select from effects where name = 'cut'`)).rowCount).toBe(1)
  })

  it('runs work again that conflicted with another transaction of PostgreSQL', async () => {
    await pool.query('create table counters (value int); insert into counters values (0)')
    const transaction = postgresTransaction(pool, { isolation: 'serializable', attemptsMax: 50 })
    const increments = Array.from({ length: 8 }, () =>
      transaction(async (tx) => {
        const { rows } = await tx.query('select value from counters')
        await tx.query('update counters set value = $1', [Number(rows[0]?.value) + 1])
      }),
    )
    await Promise.all(increments)
    expect((await pool.query('select value from counters')).rows).toEqual([{ value: 8 }])
  })
})
