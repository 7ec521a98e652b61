import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { type SqlStores, sqliteSchema, sqliteStores } from './sqlite.ts'
import { describeAttacks } from './test-support/attacks.ts'
import { CHANGES_OF_EVERYTHING, changeEverything, expectUnchanged } from './test-support/changes.ts'
import { describeStores } from './test-support/stores-contract.ts'
import { connected } from './testing/stores/records.ts'

/** Registers 200 clients of one network, of which 3 may be there. */
const REGISTERING = `
import Database from 'better-sqlite3'
import { sqliteStores } from './src/sqlite.ts'
const [path, name] = process.argv.slice(1)
const stores = sqliteStores(new Database(path, { timeout: 600_000 }))
for (let n = 0; n < 200; n++) {
  const client = { id: name + n, name, redirectUris: [], authMethod: 'none', grantTypes: [], registeredAt: n, expiresAt: 1e12 }
  await stores.clients.register(client, { network: 'one', perNetworkMax: 3, max: 3 })
}
`

const folder = mkdtempSync(join(tmpdir(), 'oauth-sqlite-'))
const opened: { close(): unknown }[] = []
afterAll(() => {
  for (const database of opened) database.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(file: string) {
  const database = new SqliteDatabase(join(folder, file))
  database.pragma('journal_mode = WAL')
  opened.push(database)
  return database
}

function openNode(file: string) {
  const database = new DatabaseSync(join(folder, file), { timeout: 5000 })
  opened.push(database)
  return database
}

/** Two connections to one database, like two processes. */
function handles(of: (file: string) => Parameters<typeof sqliteStores>[0], file: string) {
  let both: { stores: SqlStores; other: SqlStores } | undefined
  return () => {
    if (both === undefined) {
      const first = of(file)
      first.exec(sqliteSchema())
      both = { stores: sqliteStores(first), other: sqliteStores(of(file)) }
    }
    return both
  }
}

describeStores('of better-sqlite3', handles(open, 'contract.sqlite'))
describeStores('of node:sqlite', handles(openNode, 'node.sqlite'))
describeAttacks('of better-sqlite3', handles(open, 'attacks.sqlite'))

describe('the stores in SQLite', () => {
  it('the stores in SQLite create their tables under a prefix of the host, any number of times', async () => {
    const database = open('prefix.sqlite')
    const [app, other] = ['app_oauth_', 'x'].map((prefix) => sqliteStores(database, { prefix }))
    for (const stores of [app, app, other]) await stores?.createTables()
    const names = database.prepare("select name from sqlite_master where type = 'table' order by name").pluck().all()
    const seven = 'access_tokens clients codes connections consents device_requests refresh_tokens'.split(' ')
    expect(names).toEqual([...seven.map((name) => `app_oauth_${name}`), ...seven.map((name) => `x${name}`)])
    expect(await app?.clients.list({ limit: 1 })).toEqual([])
  })

  it.each(['', 'Oauth_', '1', 'a b', 'a"b', 'a;drop', 'a?', 'ü', 'x'.repeat(31), 5, null])(
    'rejects the prefix %j in one line with its name',
    (prefix) => {
      const options = { prefix: prefix as string }
      const message = /^prefix must be [^\n]*$/
      expect(() => sqliteStores(open('refused.sqlite'), options)).toThrow(message)
      expect(() => sqliteSchema(options)).toThrow(message)
    },
  )

  it('the stores in SQLite keep the limits of registrations while two processes register at once, without an error', async () => {
    const stores = sqliteStores(open('processes.sqlite'))
    await stores.createTables()
    const cwd = fileURLToPath(new URL('..', import.meta.url))
    const process = (name: string) =>
      promisify(execFile)(
        'node',
        [
          '--conditions=footfall-source',
          '--input-type=module',
          '-e',
          REGISTERING,
          join(folder, 'processes.sqlite'),
          name,
        ],
        { cwd },
      )
    await Promise.all([process('a'), process('b')])
    expect(await stores.clients.list({ limit: 10 })).toHaveLength(3)
  })

  it.each([
    ['better-sqlite3', open],
    ['node:sqlite', openNode],
  ] as const)(
    'rejects calls on a connection of %s that is inside a transaction of another caller',
    async (name, of) => {
      const database = of(`inside-${name.replace(':', '-')}.sqlite`)
      const stores = sqliteStores(database)
      await stores.createTables()
      database.exec('begin')
      await expect(stores.codes.invalidate('hash', 1)).rejects.toThrow('inside a transaction')
      await expect(stores.connections.revoke('con_1', 1, 'revoked_by_host')).rejects.toThrow('inside a transaction')
      await expect(stores.clients.remove('oc_1', 1)).rejects.toThrow('inside a transaction')
      database.exec('rollback')
      expect(await stores.codes.invalidate('hash', 1)).toBe(false)
    },
  )

  it('the stores in SQLite call onChange once in the transaction of each change', async () => {
    const database = open('changes.sqlite')
    database.exec('create table audit (kind text)')
    const add = database.prepare('insert into audit values (?)')
    const stores = sqliteStores(database, {
      onChange({ kind }) {
        expect(database.inTransaction).toBe(true)
        add.run(kind)
      },
    })
    await stores.createTables()
    await changeEverything(stores)
    expect(database.prepare('select kind from audit').pluck().all()).toEqual(CHANGES_OF_EVERYTHING)
  })

  it.each([
    [
      'throws',
      'No entry.',
      () => {
        throw new Error('No entry.')
      },
    ],
    [
      'is asynchronous',
      'onChange must not be asynchronous',
      async () => {
        throw new Error('Too late.')
      },
    ],
  ])('the stores in SQLite change nothing if onChange %s', async (_, message, onChange) => {
    const database = open('unchanged.sqlite')
    const stores = sqliteStores(database)
    await stores.createTables()
    await expectUnchanged(stores, sqliteStores(database, { onChange }), message)
    expect(database.inTransaction).toBe(false)
  })

  it('the stores in SQLite find no code and no token of an account that accountCondition excludes', async () => {
    const database = open('accounts.sqlite')
    database.exec('create table disabled (account text)')
    const stores = sqliteStores(database, {
      accountCondition: (column) => `not exists (select 1 from disabled where account = ${column})`,
    })
    await stores.createTables()
    const { code, connection, accessToken, refreshToken } = await connected(stores)
    const found = async () => [
      await stores.codes.find(code.hash),
      await stores.connections.findByAccessToken(accessToken.hash),
      await stores.connections.findByRefreshToken(refreshToken.hash),
    ]
    expect(await found()).not.toContain(undefined)
    database.prepare('insert into disabled values (?)').run(connection.accountId)
    expect(await found()).toEqual([undefined, undefined, undefined])
    const bad = { accountCondition: 'enabled' as unknown as () => string }
    expect(() => sqliteStores(database, bad)).toThrow(/^accountCondition must be [^\n]*$/)
  })

  it('the stores in SQLite read integers from a connection that returns bigint', async () => {
    const database = open('bigint.sqlite')
    database.defaultSafeIntegers(true)
    const stores = sqliteStores(database)
    await stores.createTables()
    const client = {
      id: 'oc_1',
      name: 'A client',
      redirectUris: [],
      authMethod: 'none',
      grantTypes: [],
      credential: undefined,
      registeredAt: 1_772_000_000_000,
      expiresAt: 1_772_000_000_001,
      firstAllowedAt: undefined,
    }
    await stores.clients.register(client, { network: 'n', perNetworkMax: 1, max: 1 })
    expect(await stores.clients.find('oc_1')).toEqual(client)
    expect(await stores.purgeExpired(client.expiresAt)).toBe(1)
  })

  it('the stores in SQLite leave nothing of a call that fails in the middle, and serve the next one', async () => {
    const database = open('broken.sqlite')
    const stores = sqliteStores(database)
    await stores.createTables()
    const token = { hash: 'a', connectionId: 'con_1', issuedAt: 0, expiresAt: 1 }
    const connection = {
      id: 'con_1',
      clientId: 'oc_1',
      clientName: 'A client',
      accountId: 'acc_1',
      issuer: 'https://auth.example',
      resource: 'https://auth.example/mcp',
      scopes: [],
      grant: null,
      createdAt: 0,
      expiresAt: 1,
      refreshedAt: 0,
      revokedAt: undefined,
      generation: 0,
    }
    database.exec('drop table oauth_access_tokens')
    const begun = { connection, accessToken: token, refreshToken: undefined }
    await expect(stores.connections.begin(begun)).rejects.toThrow('no such table')
    expect(await stores.connections.find('con_1')).toBeUndefined()
    expect(database.inTransaction).toBe(false)
    await stores.createTables()
    await stores.connections.begin(begun)
    expect(await stores.connections.find('con_1')).toEqual(connection)
  })
})
