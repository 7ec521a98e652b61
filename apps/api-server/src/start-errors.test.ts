import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { parseSettings } from '@footfall/config'
import { timestamp } from '@footfall/core-domain'
import { lockDirectory } from '@footfall/ingest'
import { openStore } from '@footfall/storage'
import { freePort, migratedDatabase, seededRandom } from '@footfall/testkit'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startService } from './service.ts'

let directory: string
const cleanups: (() => unknown)[] = []
/** Answers every connection with HTTP. */
let foreign: Server
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-start-'))
  foreign = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
})
afterAll(async () => {
  foreign.close()
  for (const cleanup of cleanups) await cleanup()
  await rm(directory, { recursive: true, force: true })
})

function foreignPort(): number {
  const address = foreign.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The one line that a start prints with these settings. */
async function startError(environment: Readonly<Record<string, string>>): Promise<string> {
  const settings = parseSettings({ DATA_DIR: join(directory, 'data'), PORT: String(await freePort()), ...environment })
  const service = await startService(settings, {
    clock: { now: () => Date.parse('2026-11-20T12:00:00Z') },
    random: seededRandom('start'),
    newRequestId: () => 'request',
    log: pino({ level: 'silent' }),
  }).catch((error: unknown) => error)
  if (!(service instanceof Error)) throw new Error('The service started.')
  return service.message
}

/** A database whose statistics are in an embedded engine elsewhere. */
async function claimedDatabase(): Promise<string> {
  const { config, drop } = await migratedDatabase('postgres')
  cleanups.push(drop)
  if (!('postgres' in config)) throw new Error('not PostgreSQL')
  const control = openStore(config, { clock: { now: () => 0 }, random: seededRandom('claim') })
  const claimed_at = timestamp(Date.parse('2026-11-19T12:00:00Z'))
  await control.engineClaims.claim({
    engine_id: 'eng_first',
    place: 'the embedded engine in /first on web-1',
    claimed_at,
  })
  await control.store.close()
  return config.postgres.url
}

/** Responds like Debian's version 18.16.1, which lacks newer functions. */
async function oldClickHousePort(): Promise<number> {
  const server = createHttpServer(async (request, response) => {
    const asked = (await text(request)).trim()
    if (/^SELECT version\(\) AS version\s+FORMAT JSONEachRow$/.test(asked)) response.end('{"version":"18.16.1"}\n')
    else response.writeHead(500).end('Code: 47, e.displayText() = DB::Exception: Unknown identifier: comment\n')
  }).listen(0, '127.0.0.1')
  cleanups.push(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const onPostgres = (url: string) => ({
  DATABASE_URL: url,
  SESSION_SECRET: 'x'.repeat(32),
  DATA_DIR: join(directory, 'postgres'),
})

it.each<[string, () => Promise<Record<string, string>>, RegExp]>([
  [
    'nothing listens at the port of PostgreSQL',
    async () => onPostgres(`postgres://a:secret@127.0.0.1:${await freePort()}/b`),
    /^DATABASE_URL cannot be used: PostgreSQL: .*ECONNREFUSED.*\. Nothing listens at 127\.0\.0\.1:\d+: start the server, or correct DATABASE_URL\.$/,
  ],
  [
    'the host of PostgreSQL does not resolve',
    async () => onPostgres('postgres://a:secret@no-such-host.invalid/b'),
    /^DATABASE_URL cannot be used: .*The host name no-such-host\.invalid cannot be resolved: correct it in DATABASE_URL\.$/,
  ],
  [
    'the statistics of the PostgreSQL database are in the engine of another service',
    async () => onPostgres(await claimedDatabase()),
    /^DATABASE_URL cannot be used: its statistics are in the embedded engine in \/first on web-1, since 2026-11-19, and this service would keep separate statistics in the embedded engine in .*\. Set CLICKHOUSE_URL on all services of this database.*footfall engine adopt$/,
  ],
  [
    'ClickHouse is too old',
    async () => ({ CLICKHOUSE_URL: `http://127.0.0.1:${await oldClickHousePort()}` }),
    /^CLICKHOUSE_URL cannot be used: remote: ClickHouse 18\.16\.1 is too old; 24\.8 or later is needed\. Upgrade the server/,
  ],
  [
    'PostgreSQL lacks the database',
    async () => onPostgres(Object.assign(new URL(inject('postgresUrl')), { pathname: '/no_such_database' }).href),
    /^DATABASE_URL cannot be used: .*Make the database: psql .*CREATE DATABASE "no_such_database"/,
  ],
  [
    'PostgreSQL does not know the user',
    async () =>
      onPostgres(Object.assign(new URL(inject('postgresUrl')), { username: 'no_such_user', password: 'secret' }).href),
    /^DATABASE_URL cannot be used: .*The server rejects the user no_such_user: correct user and password in DATABASE_URL/,
  ],
  [
    'another protocol is spoken at the port of PostgreSQL',
    async () => onPostgres(`postgres://a:secret@127.0.0.1:${foreignPort()}/b`),
    /^DATABASE_URL cannot be used: .*DATABASE_URL/,
  ],
  [
    'PostgreSQL offers no TLS',
    async () => onPostgres(Object.assign(new URL(inject('postgresUrl')), { search: 'sslmode=require' }).href),
    /^DATABASE_URL cannot be used: PostgreSQL: .*SSL.*DATABASE_URL/,
  ],
  [
    'the data directory is a file',
    async () => {
      const path = join(directory, 'file')
      await writeFile(path, '')
      return { DATA_DIR: path }
    },
    /^DATA_DIR cannot be used: .*file is a file\. Set DATA_DIR to a directory, or to one that is not there yet\.$/,
  ],
  [
    'the data directory is below a file',
    async () => ({ DATA_DIR: '/dev/null/footfall' }),
    /^DATA_DIR cannot be used: \/dev\/null is a file\./,
  ],
  [
    'the data directory is one of the kernel',
    async () => ({ DATA_DIR: '/proc/footfall' }),
    /^DATA_DIR cannot be used: \/proc\/footfall cannot be made: \/proc .*set DATA_DIR to a directory that this user may write\.$/,
  ],
  [
    'the control database is not a database',
    async () => {
      const path = join(directory, 'damaged')
      await mkdir(path, { mode: 0o700 })
      await writeFile(join(path, 'footfall.sqlite'), 'no database at all'.repeat(500))
      return { DATA_DIR: path }
    },
    /^DATA_DIR cannot be used: SQLite: .*Restore .*footfall\.sqlite from a backup/,
  ],
])('the start says in one line which setting cannot be used and what to do when %s', async (_, environment, line) => {
  const message = await startError(await environment())
  expect(message).toMatch(line)
  expect(message).not.toContain('\n')
  expect(message).not.toContain('secret@')
})

it('the start names the process that already uses the data directory', async () => {
  const data = join(directory, 'taken')
  await mkdir(join(data, 'ingest'), { recursive: true, mode: 0o700 })
  const lock = lockDirectory(join(data, 'ingest'))
  const message = await startError({ DATA_DIR: data })
  lock.release()
  expect(message).toBe(
    `DATA_DIR cannot be used: embedded: ${data}/clickhouse is in use; Process ${process.pid} on ${hostname()} has it. Stop it, or give this process a DATA_DIR of its own; or share a server with CLICKHOUSE_URL.`,
  )
})

it('the start names GEO_DATABASE if its file is not a geo database', async () => {
  const path = join(directory, 'places.mmdb')
  await writeFile(path, 'no places')
  expect(await startError({ DATA_DIR: join(directory, 'geo'), GEO_DATABASE: path })).toMatch(
    /^GEO_DATABASE cannot be used: .*places\.mmdb: .*Set GEO_DATABASE to a readable MMDB file/,
  )
})
