import { once } from 'node:events'
import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { lockDirectory } from '@footfall/ingest'
import { commitClaim, freshDatabase, startClickHouseHttp } from '@footfall/testkit'
import { openEngine } from '@footfall/warehouse'
import { afterEach, describe, expect, it } from 'vitest'
import { commandLine, NOW, type RunOptions } from '../test-support/command-line.ts'
import { systemTablesFinding } from './analytics-engine.ts'
import { clocks } from './clocks.ts'
import { spaceFinding } from './data-directory.ts'
import type { Check, Finding } from './finding.ts'

const NOBODY = 'http://127.0.0.1:1'
const SECRET = 'a-secret-of-more-than-thirty-two-characters'

/** Answers as Debian's version 18.16.1, which knows neither newer functions nor settings. */
function oldClickHouse(request: IncomingMessage, response: ServerResponse): void {
  let asked = ''
  request.on('data', (chunk) => {
    asked += chunk
  })
  request.on('end', () => {
    if (/^SELECT version\(\) AS version\s+FORMAT JSONEachRow$/.test(asked.trim()))
      return response.end('{"version":"18.16.1"}\n')
    return response
      .writeHead(500)
      .end('Code: 46, e.displayText() = DB::Exception: Unknown function toUnixTimestamp64Milli\n')
  })
}

describe('footfall doctor', () => {
  const { dataDir, footfall, json } = commandLine()
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })

  /** The findings of one check. */
  const findingsOf = async (
    check: Check,
    env: Record<string, string> = {},
    options: RunOptions = {},
  ): Promise<Finding[]> => {
    const { findings } = await json('doctor', { ...options, env: { PORT: '1', ...env } })
    return findings.filter((finding: Finding) => finding.check === check)
  }
  const one = async (...args: Parameters<typeof findingsOf>): Promise<Finding> => {
    const [finding, ...more] = await findingsOf(...args)
    expect(more).toEqual([])
    if (finding === undefined) throw new Error(`doctor printed no finding named ${args[0]}.`)
    return finding
  }
  const server = async (listener: RequestListener): Promise<number> => {
    const http = createServer(listener).listen(0, '127.0.0.1')
    cleanups.push(() => http.close())
    await once(http, 'listening')
    const address = http.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port.')
    return address.port
  }
  const postgres = async () => {
    const { config, drop } = await freshDatabase('postgres')
    cleanups.push(drop)
    if (!('postgres' in config)) throw new Error('This is not PostgreSQL.')
    return new URL(config.postgres.url)
  }
  const clickhouse = async (path?: string) => {
    const server = await startClickHouseHttp(path === undefined ? {} : { path })
    cleanups.push(server.stop)
    return server
  }

  it('accepts a data directory that does not exist yet, and creates nothing', async () => {
    const { code, out } = await footfall('doctor', { env: { PORT: '0', DATA_DIR: join(dataDir(), 'new') } })
    expect(code).toBe(0)
    expect(out).toContain('✓ data directory: ')
    expect(out).toContain('new will be made at the first start')
    expect(out).not.toContain('✗')
    expect((await one('data_directory', { DATA_DIR: join(dataDir(), 'new') })).found).toContain('will be made')
  })

  it('names every invalid variable with its accepted values, and runs the remaining checks', async () => {
    const env = {
      PORT: 'http',
      BASE_URL: 'example.com',
      TRUST_PROXY: 'yes',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SESSION_SECRET: 'short',
    }
    const wrong = await findingsOf('settings', env)
    expect(wrong.map(({ found, fix }) => `${found} → ${fix}`)).toEqual([
      'PORT must be a whole number from 0 to 65535 → Set PORT to a whole number from 0 to 65535, or unset it for 3000.',
      'BASE_URL must be an origin such as https://stats.example.com → Set BASE_URL to an origin such as https://stats.example.com, or unset it.',
      'TRUST_PROXY must be a whole number from 0 to 10 → Set TRUST_PROXY to a whole number from 0 to 10, or unset it for 0.',
      'SESSION_SECRET must have at least 32 characters → export SESSION_SECRET="$(openssl rand -hex 32)"',
      'MAIL_FROM is required with SMTP_URL: the address that emails come from → Set MAIL_FROM to an email address, or unset SMTP_URL.',
    ])
    expect(await footfall('doctor', { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('5 checks failed'),
    })
    expect((await one('control_database', env)).state).toBe('ok')
    expect(await findingsOf('port', env)).toEqual([])
  })

  it('names what a half-set bucket lacks, and checks everything else', async () => {
    const url = { BACKUP_S3_URL: 'https://s3.example/backups' }
    const texts = async (env: Record<string, string>) =>
      (await findingsOf('settings', env)).map(({ found, fix }) => `${found} → ${fix}`)
    expect(await texts(url)).toEqual([
      'BACKUP_S3_KEY_ID is missing while BACKUP_S3_URL is set → Set BACKUP_S3_KEY_ID, or unset BACKUP_S3_URL.',
    ])
    expect(await texts({ ...url, BACKUP_S3_KEY_ID: 'AKIA' })).toEqual([
      'BACKUP_S3_SECRET_KEY is missing while BACKUP_S3_URL is set → Set BACKUP_S3_SECRET_KEY, or unset BACKUP_S3_URL.',
    ])
    expect(await texts({ BACKUP_S3_KEY_ID: 'AKIA' })).toEqual([
      expect.stringMatching(/^BACKUP_S3_URL is missing .* or unset the other variables of BACKUP_S3\.$/),
    ])
    expect((await one('control_database', url)).state).toBe('ok')
  })

  it('does not print the value of a variable', async () => {
    const secret = 'hunter2hunter2'
    const env = {
      SESSION_SECRET: secret,
      DATABASE_URL: `mysql://me:${secret}@db/x`,
      OTEL_EXPORTER_OTLP_HEADERS: secret,
    }
    const { out, err } = await footfall('doctor', { env })
    expect(out).toContain('DATABASE_URL must be')
    expect(out + err).not.toContain(secret)
  })

  describe('footfall doctor on PostgreSQL', () => {
    const env = (url: URL | string) => ({ DATABASE_URL: String(url), SESSION_SECRET: SECRET })

    it('reports for DATABASE_URL that nothing listens, that a host name is unknown, and that another protocol is spoken', async () => {
      expect(await one('control_database', env('postgres://me@127.0.0.1:1/x'))).toMatchObject({
        state: 'failed',
        fix: 'Nothing listens at 127.0.0.1:1: start the server, or correct DATABASE_URL.',
      })
      expect((await one('control_database', env('postgres://me@nowhere.invalid/x'))).fix).toContain(
        'nowhere.invalid cannot be resolved',
      )
      const other = await server((_, response) => response.end('hello'))
      expect(await one('control_database', env(`postgres://me@127.0.0.1:${other}/x`))).toMatchObject({
        state: 'failed',
      })
    })

    it('reports how to create a missing PostgreSQL database, and which user the server rejects', async () => {
      const url = await postgres()
      url.pathname = '/not_there'
      expect((await one('control_database', env(url))).fix).toContain(`CREATE DATABASE "not_there"`)
      url.username = 'stranger'
      url.password = 'wrong'
      expect((await one('control_database', env(url))).fix).toContain('rejects the user stranger')
    })

    it('reports pending migrations of PostgreSQL without running them, then a missing account', async () => {
      const url = await postgres()
      for (const _ of [1, 2]) {
        const pending = await one('control_database', env(url))
        expect(pending).toMatchObject({ state: 'warning', fix: expect.stringContaining('footfall migrate') })
        expect(pending.found).toContain('0001_control_data')
      }
      expect((await footfall('migrate', { env: env(url) })).code).toBe(0)
      expect((await one('control_database', env(url))).fix).toContain('footfall account create')
      await footfall('account create --email ada@example.com --name Ada', { env: env(url) })
      expect(await one('control_database', env(url))).toMatchObject({
        state: 'ok',
        found: 'PostgreSQL, migrated, 1 account',
      })
    })

    it('reports a missing SESSION_SECRET with PostgreSQL', async () => {
      const url = await postgres()
      expect(await one('session_secret', { DATABASE_URL: url.href })).toMatchObject({
        state: 'failed',
        fix: expect.stringContaining('export SESSION_SECRET="$(openssl rand'),
      })
      expect(await one('session_secret', env(url))).toMatchObject({ state: 'ok' })
    })

    it('warns when the clocks of PostgreSQL and this machine differ', async () => {
      const url = await postgres()
      expect(await one('clocks', env(url), { now: Date.now })).toMatchObject({ state: 'ok' })
      expect(await one('clocks', env(url), { now: () => Date.now() - 3_600_000 })).toMatchObject({
        state: 'warning',
        found: 'the clock of PostgreSQL is 3,600 s ahead of this machine’s',
        fix: expect.stringContaining('timedatectl'),
      })
    })
  })

  it('recommends a backup for a damaged SQLite file', async () => {
    await writeFile(join(dataDir(), 'footfall.sqlite'), 'no database at all'.repeat(500))
    expect(await one('control_database')).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('from a backup'),
    })
  })

  it('warns of writes whose outcome is unknown', async () => {
    await footfall('migrate')
    const claimedAt = Date.parse(NOW) - 3_600_000
    const claim = {
      owner: 'tok_1',
      key: 'k',
      operation: 'o',
      fingerprint: 'f',
      id: 'c',
      claimedAt,
      leaseUntil: claimedAt + 1,
    }
    await commitClaim({ sqlite: { path: join(dataDir(), 'footfall.sqlite') } }, claim)
    expect(await one('writes')).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('footfall idempotency list'),
    })
  })

  describe('footfall doctor on a ClickHouse server', () => {
    it('reports for CLICKHOUSE_URL that nothing listens, or that another protocol is spoken', async () => {
      expect(await one('analytics_engine', { CLICKHOUSE_URL: NOBODY })).toMatchObject({
        state: 'failed',
        fix: 'Nothing listens at 127.0.0.1:1: start the server, or correct CLICKHOUSE_URL.',
      })
      const page = await server((_, response) => response.writeHead(404).end('<html>no</html>'))
      expect(await one('analytics_engine', { CLICKHOUSE_URL: `http://127.0.0.1:${page}` })).toMatchObject({
        state: 'failed',
        fix: expect.stringContaining('HTTP interface'),
      })
    })

    it('names the found and the required version of a ClickHouse server that is too old', async () => {
      const env = { CLICKHOUSE_URL: `http://127.0.0.1:${await server(oldClickHouse)}` }
      expect(await one('analytics_engine', env)).toMatchObject({
        state: 'failed',
        found: 'remote: ClickHouse 18.16.1 is too old; 24.8 or later is needed',
        fix: 'Upgrade the server of CLICKHOUSE_URL, or unset it for the embedded engine.',
      })
      const { code, err } = await footfall('migrate', { env })
      expect({ code, err }).toMatchObject({
        code: 1,
        err: expect.stringContaining('ClickHouse 18.16.1 is too old; 24.8 or later is needed'),
      })
    })

    it('warns if the system tables of ClickHouse are larger than the data', () => {
      const GIB = 1024 ** 3
      expect(systemTablesFinding(5 * GIB, 2 * GIB)).toMatchObject({
        state: 'warning',
        found: 'the system tables of ClickHouse take 5 GiB, the data 2 GiB',
        fix: expect.stringContaining('logs.yaml'),
      })
      expect(systemTablesFinding(2 * GIB, 5 * GIB)).toBeUndefined()
      expect(systemTablesFinding(GIB / 2, 0)).toBeUndefined()
    })

    it('reports missing tables of ClickHouse without creating them, and checks the clock and disks of the server', async () => {
      const { url } = await clickhouse()
      const env = { CLICKHOUSE_URL: url }
      for (const _ of [1, 2]) {
        const missing = await one('analytics_engine', env)
        expect(missing).toMatchObject({ state: 'warning', fix: expect.stringContaining('footfall migrate') })
        expect(missing.found).toContain('events, events_15m, ')
      }
      expect((await footfall('migrate', { env })).code).toBe(0)
      expect(await one('analytics_engine', env)).toMatchObject({
        state: 'ok',
        found: expect.stringMatching(/^remote, ClickHouse \d+\.\d+.*in place$/),
      })
      expect(await findingsOf('disk', env)).toHaveLength(2)
      const engine = await openEngine({ remote: { url } })
      await engine.run("ALTER TABLE events MODIFY COMMENT 'footfall schema 1'")
      await engine.close()
      expect(await one('analytics_engine', env)).toMatchObject({
        state: 'warning',
        found: expect.stringMatching(/tables are of an older version: events$/),
      })
      expect((await one('clocks', env, { now: () => Date.now() + 60_000 })).found).toMatch(
        /^the clock of ClickHouse is \d+ s behind/,
      )
    })

    it('reports how to create a missing ClickHouse database', async () => {
      const { url } = await clickhouse()
      expect((await one('analytics_engine', { CLICKHOUSE_URL: `${url}/stats` })).fix).toContain('CREATE DATABASE stats')
    })
  })

  it('reports that another process uses the embedded engine', async () => {
    await clickhouse(join(dataDir(), 'clickhouse'))
    expect(await one('analytics_engine')).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('a DATA_DIR of its own'),
    })
  })

  it('does not open the engine of a running service, and warns when the service does not answer', async () => {
    await mkdir(join(dataDir(), 'ingest'), { mode: 0o700 })
    const lock = lockDirectory(join(dataDir(), 'ingest'))
    cleanups.push(() => lock.release())
    expect(await one('analytics_engine')).toMatchObject({
      state: 'ok',
      found: 'embedded, in use by the running service',
    })
    expect(await one('service')).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('a DATA_DIR of its own'),
    })
  })

  it('reports a data directory that is not writable, is a file, or is accessible to others', async () => {
    const file = join(dataDir(), 'file')
    await writeFile(file, '')
    expect(await one('data_directory', { DATA_DIR: file })).toMatchObject({
      state: 'failed',
      found: `${file} is a file`,
    })
    expect(await one('data_directory', { DATA_DIR: '/dev/null/footfall' })).toMatchObject({
      state: 'failed',
      found: '/dev/null is a file',
    })
    await chmod(dataDir(), 0o755)
    expect(await one('data_directory')).toMatchObject({ state: 'warning', fix: `chmod 700 ${dataDir()}` })
  })

  it('reports the size and the age of the ingest log', async () => {
    const bytesMax = { INGEST_LOG_BYTES_MAX: '1000000' }
    const wait = async (bytes: number, ageSeconds: number) => {
      const path = join(dataDir(), 'ingest', 'segment.log')
      await mkdir(join(dataDir(), 'ingest'), { recursive: true, mode: 0o700 })
      await writeFile(path, 'x'.repeat(bytes))
      const at = Date.parse(NOW) / 1000 - ageSeconds
      await utimes(path, at, at)
      return (await one('ingest_log', bytesMax)).state
    }
    expect(await one('ingest_log')).toMatchObject({ state: 'ok', found: 'nothing waits for the engine' })
    expect(await wait(1000, 2)).toBe('ok')
    expect(await wait(1000, 3600)).toBe('warning')
    expect(await wait(600_000, 2)).toBe('warning')
    expect(await wait(960_000, 2)).toBe('failed')
    expect((await one('ingest_log', bytesMax)).fix).toContain('Start the service')
  })

  it.each([
    [100 * 2 ** 20, 500 * 2 ** 30, 'failed'],
    [2 ** 30, 10 * 2 ** 30, 'warning'],
    [10 * 2 ** 30, 500 * 2 ** 30, 'warning'],
    [100 * 2 ** 30, 500 * 2 ** 30, 'ok'],
  ])('reports %d bytes free of %d as %s', (free, total, state) => {
    expect(spaceFinding('/data', free, total).state).toBe(state)
  })

  it('reports another program on the port or at BASE_URL', async () => {
    const other = await server((_, response) => response.end('another program'))
    const env = { PORT: String(other) }
    expect(await one('port', env)).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('Set PORT to another'),
    })
    expect(await one('address', env)).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('something else answers'),
    })
    expect(await one('port', { HOST: '203.0.113.1', PORT: '4000' })).toMatchObject({
      fix: expect.stringContaining('Set HOST'),
    })
  })

  it('reports whether the service runs and is ready, and whether BASE_URL leads to it', async () => {
    let status = 'ready'
    const running = await server((_, response) =>
      response.writeHead(status === 'unavailable' ? 503 : 200).end(JSON.stringify({ status })),
    )
    const env = { PORT: String(running) }
    expect(await one('service', env)).toMatchObject({
      state: 'failed',
      found: `another Footfall service answers; no process has ${dataDir()}`,
    })
    await mkdir(join(dataDir(), 'ingest'), { mode: 0o700 })
    const lock = lockDirectory(join(dataDir(), 'ingest'))
    cleanups.push(() => lock.release())
    expect(await one('service', env)).toMatchObject({ state: 'ok' })
    expect(await one('port', env)).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('in use by the service'),
    })
    expect(await one('address', { ...env, BASE_URL: NOBODY })).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('nothing answers at BASE_URL'),
    })
    status = 'degraded'
    expect(await one('port', env)).toMatchObject({ state: 'ok' })
    expect(await one('service', env)).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('the analytics engine does not answer'),
    })
    status = 'unavailable'
    expect(await one('service', env)).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('/readyz names the store'),
    })
  })

  it('warns of an unencrypted BASE_URL, and of a proxy without TRUST_PROXY', async () => {
    expect(await one('address', { BASE_URL: 'http://stats.invalid' })).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('TLS'),
    })
    const https = { BASE_URL: 'https://stats.invalid' }
    expect(await one('proxy', https)).toMatchObject({ state: 'warning', fix: expect.stringContaining('TRUST_PROXY') })
    expect(await findingsOf('proxy', { ...https, TRUST_PROXY: '1' })).toEqual([])
  })

  it('reports replicas that do not answer', async () => {
    const running = await server((_, response) => response.end('{"status":"ready"}'))
    const env = (others: string) => ({
      REPLICA_URL: 'http://10.0.0.1:3000',
      REPLICAS: `http://10.0.0.1:3000,${others}`,
      DATABASE_URL: 'postgres://me@127.0.0.1:1/x',
      CLICKHOUSE_URL: NOBODY,
      SESSION_SECRET: SECRET,
    })
    expect(await one('replicas', env(`http://127.0.0.1:${running}`))).toMatchObject({ state: 'ok' })
    expect(await one('replicas', env(NOBODY))).toMatchObject({
      state: 'failed',
      found: expect.stringContaining(NOBODY),
    })
    expect(await findingsOf('replicas')).toEqual([])
    const [wrong] = await findingsOf('settings', { REPLICAS: NOBODY, REPLICA_URL: NOBODY })
    expect(wrong?.fix).toBe('Set DATABASE_URL and CLICKHOUSE_URL, or unset REPLICAS.')
  })

  it('reports whether email can be sent', async () => {
    expect(await one('mail')).toMatchObject({ state: 'warning', fix: expect.stringContaining('export SMTP_URL=') })
    const from = { MAIL_FROM: 'footfall@example.com' }
    expect(await one('mail', { ...from, SMTP_URL: 'smtp://127.0.0.1:1' })).toMatchObject({
      state: 'failed',
      fix: 'Nothing listens at 127.0.0.1:1: start the server, or correct SMTP_URL.',
    })
    const silent = await server(() => {})
    expect(await one('mail', { ...from, SMTP_URL: `smtp://127.0.0.1:${silent}` })).toMatchObject({ state: 'ok' })
  })

  it('reports a geolocation database that cannot be read', async () => {
    const file = join(dataDir(), 'places.mmdb')
    expect(await one('places', { GEO_DATABASE: file })).toMatchObject({ state: 'failed' })
    await writeFile(file, 'nothing of that kind')
    expect(await one('places', { GEO_DATABASE: file })).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('unset it'),
    })
    expect(await one('places')).toMatchObject({ state: 'ok' })
  })

  it('reports whether the lists of the addresses of crawlers have been fetched, and when', async () => {
    expect(await one('crawlers')).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('no list of addresses has been fetched yet'),
      fix: expect.stringContaining('footfall crawlers update'),
    })
    const file = join(dataDir(), 'crawlers.json')
    const gptbot = { fetched: '2026-11-24', prefixes: ['192.0.2.0/24'] }
    await writeFile(file, JSON.stringify({ version: 1, lists: { gptbot } }))
    expect(await one('crawlers')).toMatchObject({ state: 'ok', found: expect.stringContaining('on 2026-11-24') })
    await writeFile(file, '{"version": 1')
    expect(await one('crawlers')).toMatchObject({ state: 'failed' })
  })

  it('gives every finding a fix unless its state is ok', async () => {
    const { findings } = await json('doctor', {
      env: { PORT: '1', CLICKHOUSE_URL: NOBODY, BASE_URL: 'https://stats.invalid' },
    })
    expect(findings.length).toBeGreaterThan(10)
    for (const { state, fix } of findings)
      expect(state === 'ok' ? fix : typeof fix).toBe(state === 'ok' ? null : 'string')
  })
})

describe('the check of clocks', () => {
  const reading = (clockMs: number) => ({ of: 'PostgreSQL', clockMs, askedAt: 100_000, answeredAt: 104_000 })
  it.each([
    [102_000, 'ok'],
    [94_900, 'warning'],
    [95_100, 'ok'],
    [108_900, 'ok'],
    [109_100, 'warning'],
  ])('allows for the duration of the request when it compares clocks: %d is %s', (clockMs, state) => {
    expect(clocks([reading(clockMs)]).state).toBe(state)
  })
})
