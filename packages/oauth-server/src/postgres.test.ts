import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { postgresSchema, postgresStores, type SqlStores } from './postgres.ts'
import { describeAttacks } from './test-support/attacks.ts'
import { CHANGES_OF_EVERYTHING, changeEverything, expectUnchanged } from './test-support/changes.ts'
import { describeStores } from './test-support/stores-contract.ts'

const DATABASE = `oauth_stores_${process.pid}`

let one: pg.Pool
let two: pg.Pool
let stores: SqlStores
let other: SqlStores

async function asAdministrator(sql: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  await client.query(sql)
  await client.end()
}

beforeAll(async () => {
  await asAdministrator(`create database ${DATABASE}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${DATABASE}`
  const open = () => {
    const pool = new pg.Pool({ connectionString: url.href, max: 4 })
    // Dropping the database ends connections that are still closing.
    pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  one = open()
  two = open()
  stores = postgresStores(one)
  other = postgresStores(two)
  await Promise.all([stores, other, stores, other].map((each) => each.createTables()))
})

afterAll(async () => {
  await Promise.all([one?.end(), two?.end()])
  await asAdministrator(`drop database if exists ${DATABASE} with (force)`)
})

describeStores('of pg', () => ({ stores, other }))
describeAttacks('of pg', () => ({ stores, other }))

describe('the stores in PostgreSQL', () => {
  it('the stores in PostgreSQL create their tables by the SQL text for migrations, under a prefix of the host', async () => {
    await one.query(postgresSchema({ prefix: 'app_oauth_' }))
    const app = postgresStores(one, { prefix: 'app_oauth_' })
    await app.createTables()
    expect(await app.clients.list({ limit: 1 })).toEqual([])
    expect(() => postgresStores(one, { prefix: 'a;b' })).toThrow(/^prefix must be [^\n]*$/)
  })

  it('the stores in PostgreSQL call onChange once in the transaction of each change, with its client', async () => {
    await one.query('create table audit (place serial, kind text)')
    const recording = postgresStores(one, {
      onChange: async ({ kind }, client) => void (await client.query('insert into audit (kind) values ($1)', [kind])),
    })
    await changeEverything(recording)
    const { rows } = await two.query('select kind from audit order by place')
    expect(rows.map(({ kind }) => kind)).toEqual(CHANGES_OF_EVERYTHING)
  })

  it('the stores in PostgreSQL change nothing if onChange rejects', async () => {
    const failing = postgresStores(one, {
      onChange: async (_, client) => void (await client.query('select 1 from no_such_table')),
    })
    await expectUnchanged(stores, failing, 'no_such_table')
  })

  it('the stores in PostgreSQL find nothing by a text with a NUL character, which PostgreSQL cannot store', async () => {
    expect(await stores.clients.find('oc_\0')).toBeUndefined()
    expect(await stores.clients.list({ limit: 1, after: '\0' })).toEqual([])
  })

  it('the stores in PostgreSQL reject a call whose connection PostgreSQL ends, and serve the next one', async () => {
    const client = {
      id: 'oc_ended',
      name: 'A client',
      redirectUris: [],
      authMethod: 'none',
      grantTypes: [],
      credential: undefined,
      registeredAt: 1,
      expiresAt: 2,
      firstAllowedAt: undefined,
    }
    const limits = { network: undefined, perNetworkMax: 1_000_000, max: 1_000_000 }
    // The call waits for the lock of registrations in its transaction, where it is ended.
    const holder = await two.connect()
    await holder.query('begin')
    await holder.query(`select pg_advisory_xact_lock(${0x6f617574})`)
    const call = stores.clients.register(client, limits)
    const waiting = `select pid from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1)
    const rejected = expect(call).rejects.toThrow('terminating connection')
    await holder.query(`select pg_terminate_backend(pid) from (${waiting}) waiting`)
    await rejected
    await holder.query('rollback')
    holder.release()
    expect(await stores.clients.find(client.id)).toBeUndefined()
    await stores.clients.register(client, limits)
    expect(await stores.clients.find(client.id)).toEqual(client)
  })

  it('the stores in PostgreSQL run a transaction again that PostgreSQL ended because of a deadlock', async () => {
    let begun = 0
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    const failing: Parameters<typeof postgresStores>[0] = {
      query: (sql, values) => one.query(sql, values),
      connect: async () => {
        const client = await one.connect()
        const query = async (sql: string, values?: unknown[]) => {
          if (sql.startsWith('delete') && begun++ < 2) throw deadlock
          return client.query(sql, values)
        }
        return {
          query,
          release: (error) => client.release(error),
          on: (event, listener) => client.on(event, listener),
          removeListener: (event, listener) => client.removeListener(event, listener),
        }
      },
    }
    expect(await postgresStores(failing).purgeExpired(0)).toBe(0)
    expect(begun).toBeGreaterThan(2)
  })
})
