import { readFile } from 'node:fs/promises'
import { openStore } from '@footfall/storage'
import { seededRandom } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstProduct } from '../first-product.ts'
import { jsonOf, type ServerProcess, startServer, temporaryDirectory, until } from '../server-process.ts'
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts'
import { lacksAny } from './parts.ts'

const PAGE = new URL('../../../docs/deploy.md', import.meta.url)
const SECRET = 'a secret that all replicas of this test share'

describe.skipIf(lacksAny('PostgreSQL', 'PgBouncer', 'openssl'))('the PostgreSQL of Debian', () => {
  let postgres: DebianPostgres
  beforeAll(async () => {
    postgres = await startDebianPostgres()
  })
  afterAll(() => postgres?.stop())

  /** Starts a service on the database, makes a product with one token, and reads and writes with it at once. */
  async function useService(databaseUrl: string): Promise<void> {
    await postgres.sql('drop schema public cascade; create schema public')
    const directory = await temporaryDirectory()
    let server: ServerProcess | undefined
    try {
      server = await startServer({
        dataDir: directory.path,
        env: { DATABASE_URL: databaseUrl, SESSION_SECRET: SECRET },
      })
      const { url } = server
      const scopes = ['products:read', 'settings:read', 'settings:write']
      const { product, token } = await firstProduct(url.replace('127.0.0.1', 'localhost'), url, scopes)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const rename = async (name: string) => {
        const path = `${url}/api/v1/products/${product}`
        const { data } = await jsonOf(await fetch(path, { headers }))
        const body = JSON.stringify({ name, revision: data.revision })
        const key = { 'idempotency-key': `rename-${name}` }
        return fetch(path, { method: 'PATCH', headers: { ...headers, ...key }, body })
      }
      const renamed = await rename('Renamed')
      expect([renamed.status, await renamed.text()]).toEqual([200, expect.stringContaining('Renamed')])
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async () => (await fetch(`${url}/api/v1/products`, { headers })).status),
      )
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(server.output()).not.toMatch(/prepared statement|"level":(50|60)/)
    } finally {
      await server?.end()
      await directory.remove()
    }
  }

  const startFailure = async (databaseUrl: string) => {
    const directory = await temporaryDirectory()
    const started = await startServer({
      dataDir: directory.path,
      env: { DATABASE_URL: databaseUrl, SESSION_SECRET: SECRET },
    }).catch((error: unknown) => error)
    await directory.remove()
    if (!(started instanceof Error)) throw new Error('The service started.')
    return started.message
  }

  /** The server reads its new certificate a moment after it is signaled to. */
  const untilRenewalIsAdvised = (url: string) =>
    until('advice to renew the certificate', async () =>
      /DATABASE_URL cannot be used: .*expired.*Renew the certificate of localhost/.test(
        await startFailure(url).catch(() => ''),
      ),
    )

  it('a service works on it with a certificate of a private authority, as the deploy page connects to it', async () => {
    const shown = /^DATABASE_URL=(\S*sslrootcert=\S*)$/m.exec(await readFile(PAGE, 'utf8'))?.[1]
    if (shown === undefined) throw new Error('The page shows no certificate.')
    const url = new URL(shown)
    Object.assign(url, { host: `localhost:${postgres.port}`, password: 'secret' })
    url.searchParams.set('sslrootcert', postgres.authority)
    await useService(url.href)
    url.searchParams.delete('sslrootcert')
    expect(await startFailure(url.href)).toMatch(/DATABASE_URL cannot be used: .*certificate.*/i)
  })

  it('the start says which certificate is of another host, and which has expired', async () => {
    const own = `postgres://footfall:secret@localhost:${postgres.port}/footfall?sslmode=verify-full&sslrootcert=${postgres.authority}`
    expect(await startFailure(own.replace('@localhost', '@127.0.0.1'))).toMatch(
      /DATABASE_URL cannot be used: .*Use a host name of the certificate in DATABASE_URL/,
    )
    const other = await startDebianPostgres()
    try {
      await other.useExpiredCertificate()
      const url = new URL(own)
      url.port = String(other.port)
      url.searchParams.set('sslrootcert', other.authority)
      await untilRenewalIsAdvised(url.href)
    } finally {
      await other.stop()
    }
  })

  it('a service works behind PgBouncer in transaction mode, as the deploy page connects to it', async () => {
    const page = await readFile(PAGE, 'utf8')
    const shown = /^DATABASE_URL=(\S*pgbouncer=true\S*)$/m.exec(page)?.[1]
    const timeouts = /```sql\n(ALTER ROLE footfall [^`]*)```/.exec(page)?.[1]
    if (shown === undefined || timeouts === undefined) throw new Error('The page shows no PgBouncer.')
    await postgres.sql(timeouts)
    const url = new URL(shown)
    Object.assign(url, { hostname: '127.0.0.1', port: await postgres.pooled(10), password: 'secret' })
    await useService(url.href)
    url.searchParams.delete('pgbouncer')
    expect(await startFailure(url.href)).toMatch(/add \?pgbouncer=true to DATABASE_URL/)
  })

  it('a job for one replica at a time is free again after each run behind PgBouncer', async () => {
    const port = await postgres.pooled(3)
    const url = `postgres://footfall:secret@127.0.0.1:${port}/footfall?pgbouncer=true`
    const clock = { now: () => 0 }
    const open = (name: string) => openStore({ postgres: { url, poolMax: 3 } }, { clock, random: seededRandom(name) })
    const replicas = [open('one'), open('two')]
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const [one, two] = replicas
    const held = one?.exclusively('held', async () => {
      begun.resolve()
      await finish.promise
    })
    await begun.promise
    expect(await two?.exclusively('held', () => Promise.reject(new Error('done twice')))).toBe(false)
    const runs: (boolean | undefined)[] = []
    for (let i = 0; i < 20; i++) {
      // Other transactions move the sessions of the jobs to other connections of the server.
      const [done] = await Promise.all([
        replicas[i % 2]?.exclusively('job', async () => {}),
        two?.store.ping(),
        one?.store.ping(),
      ])
      runs.push(done)
    }
    expect(runs).toEqual(Array.from({ length: 20 }, () => true))
    finish.resolve()
    expect(await held).toBe(true)
    for (const replica of replicas) await replica.store.close()
  })
})
