import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { mmdb } from '@footfall/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AskedSource, geoSource } from './sources.ts'
import { updateGeoDatabase } from './update-geo-database.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const BUILT = new Date('2026-11-01T00:00:00Z')
const LIMITS = { bytesMax: 100_000, timeoutMs: 60_000 }
const NO_ACCOUNT = { accountId: undefined, licenseKey: undefined }

const database = (builtAt = BUILT, type = 'Test-City') =>
  mmdb({ type, builtAt, networks: { '192.0.9.0/24': { country: { iso_code: 'DE' } } } })

/** A file of a tar archive; of the header, only what readers need. */
function tarEntry(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(content.length.toString(8).padStart(11, '0'), 124)
  header.write('ustar', 257)
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)])
}

const tar = (content = database()) =>
  Buffer.concat([
    tarEntry('GeoLite2-City_20261101/COPYRIGHT.txt', Buffer.from('Copyright')),
    tarEntry('GeoLite2-City_20261101/GeoLite2-City.mmdb', content),
    Buffer.alloc(1024),
  ])

describe('updating the geo database', () => {
  let directory: string
  let path: string
  let servers: Server[]
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'footfall-geo-update-'))
    path = join(directory, 'city.mmdb')
    servers = []
  })
  afterEach(async () => {
    for (const server of servers) server.closeAllConnections()
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    await rm(directory, { recursive: true })
  })

  async function serve(answer: RequestListener | Buffer): Promise<string> {
    const server = createServer(typeof answer === 'function' ? answer : (_, response) => response.end(answer))
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/city`
  }

  const update = (url: string, asked: Partial<AskedSource> = {}) =>
    updateGeoDatabase(
      { path, source: geoSource({ provider: 'db-ip', url, maxMind: NO_ACCOUNT, now: NOW, ...asked }), now: NOW },
      LIMITS,
    )

  it.each([
    ['as it is', database()],
    ['in gzip, as DB-IP sends it', gzipSync(database())],
    ['in a tar archive in gzip, as MaxMind sends it', gzipSync(tar())],
  ])('takes a database %s', async (_, file) => {
    const result = await update(await serve(file))
    expect(result).toEqual({ type: 'Test-City', builtAt: BUILT, bytes: database().length, replaced: true })
    expect(await readFile(path)).toEqual(database())
    expect(await readdir(directory)).toEqual(['city.mmdb'])
  })

  it.each([
    ['a page', Buffer.from('<html>Sign in</html>'), 'not a usable MMDB file'],
    ['nothing', Buffer.alloc(0), 'not a usable MMDB file'],
    [
      'a database of networks',
      mmdb({ type: 'ASN', builtAt: BUILT, networks: { '192.0.9.0/24': { asn: 'AS1' } } }),
      'ASN knows no countries',
    ],
    ['a file that is cut off', database().subarray(0, 150), 'not a usable MMDB file'],
    ['gzip that is cut off', gzipSync(database()).subarray(0, 100), 'cut off or damaged'],
    ['an archive that is cut off', gzipSync(tar().subarray(0, 1600)), 'no MMDB file, or is cut off'],
    ['what unpacks to more than the limit', gzipSync(Buffer.alloc(200_000)), 'unpacks to more than 100000 bytes'],
    ['more than the limit', Buffer.alloc(200_000), 'larger than 100000 bytes'],
    ['a database of the future', database(new Date('2027-01-01')), 'in the future'],
    ['a database without a build date', database(new Date(0)), 'missing or in the future'],
    ['a database that is older', database(new Date('2026-09-01')), 'before the one in place'],
  ])('rejects %s, and leaves the file in place as it is', async (_, file, reason) => {
    const before = database(new Date('2026-10-01'))
    await writeFile(path, before)
    await expect(update(await serve(file))).rejects.toThrow(reason)
    expect(await readFile(path)).toEqual(before)
    expect(await readdir(directory)).toEqual(['city.mmdb'])
  })

  it('keeps a geo database of the same build, and replaces one that cannot be used', async () => {
    await writeFile(path, database())
    expect(await update(await serve(gzipSync(database())))).toMatchObject({ replaced: false })
    await writeFile(path, 'spoilt')
    expect(await update(await serve(database()))).toMatchObject({ replaced: true })
  })

  it('tries the previous month if this month has no database yet', async () => {
    const { urls, headers } = geoSource({
      provider: 'db-ip',
      url: undefined,
      maxMind: NO_ACCOUNT,
      now: Date.UTC(2027, 0, 1),
    })
    expect(urls.map((url) => url.slice(-30))).toEqual([
      'dbip-city-lite-2027-01.mmdb.gz',
      'dbip-city-lite-2026-12.mmdb.gz',
    ])
    expect(headers).toEqual({})
    const asked: (string | undefined)[] = []
    const base = await serve((request, response) => {
      asked.push(request.url)
      response.statusCode = asked.length === 1 ? 404 : 200
      response.end(asked.length === 1 ? undefined : database())
    })
    const source = { urls: [`${base}-2027-01`, `${base}-2026-12`], headers }
    expect(await updateGeoDatabase({ path, source, now: NOW }, LIMITS)).toMatchObject({ replaced: true })
    expect(asked).toEqual(['/city-2027-01', '/city-2026-12'])
  })

  it('sends MaxMind’s license key to the requested address, and not to the target of a redirect', async () => {
    const sent: (string | undefined)[] = []
    const storage = await serve((request, response) => {
      sent.push(request.headers.authorization)
      response.end(gzipSync(tar()))
    })
    const url = await serve((request, response) => {
      sent.push(request.headers.authorization)
      response.writeHead(302, { location: storage }).end()
    })
    const maxMind = { accountId: '42', licenseKey: 'k-secret' }
    await update(url, { provider: 'maxmind', maxMind })
    expect(sent).toEqual([`Basic ${Buffer.from('42:k-secret').toString('base64')}`, undefined])
  })

  it.each([
    [401, 'does not accept the account'],
    [404, 'there is no such file'],
    [503, 'answered 503'],
  ])('reports why a server returns %i, and reveals no secret of the address', async (status, reason) => {
    const url = await serve((_, response) => {
      response.statusCode = status
      response.end()
    })
    const rejected = await update(`${url}?license_key=k-secret`).catch((error: Error) => error.message)
    expect(rejected).toContain(reason)
    expect(rejected).not.toContain('secret')
  })

  it('reports an address without a server, a download that breaks off, and a response that does not arrive in time', async () => {
    await expect(update('http://127.0.0.1:1/city?key=k')).rejects.toThrow(/^127\.0\.0\.1:1 could not be reached: /)
    const broken = await serve((_, response) => {
      response.setHeader('content-length', 5_000)
      response.write(database(), () => response.destroy())
    })
    await expect(update(broken)).rejects.toThrow('broke off')
    const silent = await serve(() => {})
    const source = { urls: [silent], headers: {} }
    await expect(updateGeoDatabase({ path, source, now: NOW }, { ...LIMITS, timeoutMs: 100 })).rejects.toThrow(
      'could not be reached',
    )
  })

  it.each([
    ['ftp://example.com/city', 'not an http or https address'],
    ['nonsense', 'not an http or https address'],
    ['https://me:k-secret@example.com/city', 'holds a password'],
  ])('rejects the address %s of a geo database', (url, reason) => {
    const ask = () => geoSource({ provider: 'db-ip', url, maxMind: NO_ACCOUNT, now: NOW })
    expect(ask).toThrow(reason)
    expect(ask).not.toThrow('secret')
  })

  it('requires the account and the key of MaxMind', () => {
    expect(() => geoSource({ provider: 'maxmind', url: undefined, maxMind: NO_ACCOUNT, now: NOW })).toThrow(
      'MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY are not set',
    )
  })
})
