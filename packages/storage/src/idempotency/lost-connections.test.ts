import { type ProductId, ServiceUnavailable } from '@footfall/core-domain'
import { seedFunnel, seedProduct, testDatabase } from '@footfall/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ControlData, openStore } from '../open-store.ts'
import { confirmations, confirmed } from '../test-support/confirmations.ts'
import { flakyServer } from '../test-support/flaky-server.ts'
import { rawSql } from '../test-support/raw-sql.ts'
import type { ControlTransaction } from '../transactional-store.ts'

/** The statement as it is sent, with the end of its text; `synchronous_commit` is another. */
const COMMIT = 'commit\0'

describe('a confirmed change whose connection to PostgreSQL is lost', () => {
  const database = testDatabase('postgres')
  let server: Awaited<ReturnType<typeof flakyServer>>
  let control: ControlData
  let product: ProductId
  let run = 0
  let runs = 0

  beforeAll(async () => {
    if (!('postgres' in database.config)) throw new Error('This suite is about PostgreSQL.')
    server = await flakyServer(database.config.postgres.url)
    control = openStore({ postgres: { url: server.url, poolMax: 4 } }, database)
  })
  afterAll(async () => {
    await control.store.close()
    await server.unplug()
  })
  beforeEach(async () => {
    run++
    runs = 0
    product = (await seedProduct(database)).product
  })
  afterEach(() => rawSql(database.config, 'drop trigger if exists at_commit on funnels'))

  const request = () => confirmed(`key-${run}`)
  const create = async ({ store }: ControlTransaction) => {
    runs++
    const { id } = await seedFunnel({ ...database, store }, product)
    return { answer: id, result: JSON.stringify(id) }
  }
  const confirm = (effect = create) => confirmations(database, control).confirm(request(), effect)
  /** Has the server run a statement within the commit of a transaction that made a funnel. */
  async function atCommit(statement: string): Promise<void> {
    const body = `begin ${statement}; return null; end`
    await rawSql(
      database.config,
      `create or replace function at_commit() returns trigger language plpgsql as $$ ${body} $$`,
    )
    await rawSql(
      database.config,
      `create constraint trigger at_commit after insert on funnels deferrable initially deferred
       for each row execute function at_commit()`,
    )
  }

  it('rolls back a confirmed change and frees its key when the connection is lost before the response to its claim', async () => {
    server.cutAfter('insert into idempotency_records')
    await expect(confirm()).rejects.toThrow(ServiceUnavailable)
    expect(await database.store.funnels.count(product)).toBe(0)
    expect(await confirm()).toMatchObject({ kind: 'executed' })
    expect(await database.store.funnels.count(product)).toBe(1)
  })

  it('rolls back a confirmed change and frees its key when the connection is lost during its transaction', async () => {
    const cut = confirm(async (tx) => {
      const done = await create(tx)
      await rawSql(
        database.config,
        `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'
         and datname = current_database()`,
      )
      await tx.store.funnels.list(product, { limit: 1 })
      return done
    })
    await expect(cut).rejects.toThrow(ServiceUnavailable)
    expect(runs).toBe(1)
    expect(await database.store.funnels.count(product)).toBe(0)
    expect(await confirm()).toMatchObject({ kind: 'executed' })
    expect(await database.store.funnels.count(product)).toBe(1)
  })

  it('rolls back a confirmed change and frees its key when the server process ends during the commit', async () => {
    await atCommit('perform pg_terminate_backend(pg_backend_pid())')
    await expect(confirm()).rejects.toThrow(ServiceUnavailable)
    expect(runs).toBe(1)
    expect(await database.store.funnels.count(product)).toBe(0)
    await rawSql(database.config, 'drop trigger at_commit on funnels')
    expect(await confirm()).toMatchObject({ kind: 'executed' })
    expect(await database.store.funnels.count(product)).toBe(1)
  })

  it('reports a confirmed change as executed once when the connection is lost after the commit', async () => {
    server.cutAfter(COMMIT)
    const outcome = await confirm()
    const [funnel] = (await database.store.funnels.list(product, { limit: 2 })).rows
    expect(outcome).toMatchObject({ kind: 'executed', answer: funnel?.id })
    expect(runs).toBe(1)
    expect(await confirm()).toMatchObject({ kind: 'replayed', result: JSON.stringify(funnel?.id) })
    expect(await database.store.funnels.count(product)).toBe(1)
  })

  it('waits for a commit that continues without the connection, and executes the change once', async () => {
    await atCommit('perform pg_sleep(0.5)')
    server.cutAfter(COMMIT)
    expect(await confirm()).toMatchObject({ kind: 'executed' })
    expect(runs).toBe(1)
    expect(await database.store.funnels.count(product)).toBe(1)
  })

  it.each([
    ['was committed', '', 'replayed', 1],
    ['was rolled back', 'perform pg_terminate_backend(pg_backend_pid())', 'executed', 2],
  ] as const)(
    'reports a change that %s as unknown while the server is away, and the truth when it is back',
    async (_, atTheCommit, kind, expectedRuns) => {
      if (atTheCommit !== '') await atCommit(atTheCommit)
      const { confirm: confirmOnce } = confirmations(database, control, {
        async transaction(work) {
          try {
            await control.store.transaction(work)
          } finally {
            await server.unplug()
          }
          throw new ServiceUnavailable()
        },
      })
      expect(await confirmOnce(request(), create)).toMatchObject({ kind: 'outcome_unknown' })
      await server.plugIn()
      await rawSql(database.config, 'drop trigger if exists at_commit on funnels')
      expect(await confirm()).toMatchObject({ kind })
      expect(runs).toBe(expectedRuns)
      expect(await database.store.funnels.count(product)).toBe(1)
    },
  )
})
