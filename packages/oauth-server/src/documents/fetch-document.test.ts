import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type DocumentResolver, type FetchOptions, fetchDocument } from './fetch-document.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serving(listener: RequestListener): Promise<{ host: string; url: string; requests: () => number }> {
  let requests = 0
  const server = createServer((req, res) => {
    requests++
    listener(req, res)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: `http://${host}/client.json`, requests: () => requests }
}

const options = (change: Partial<FetchOptions> = {}): FetchOptions => ({
  exemptHosts: new Set(),
  timeoutMs: 60_000,
  ...change,
})

async function fetched(listener: RequestListener, change: Partial<FetchOptions> = {}) {
  const { host, url } = await serving(listener)
  return fetchDocument(url, options({ exemptHosts: new Set([host]), ...change }))
}

const json =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
  }
const failure = (name: string) => ({ ok: false, failure: name })
const ofBytes = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`

describe('fetchDocument', () => {
  it('returns a client metadata document with its cache headers, and sends no cookies or credentials', async () => {
    const seen: unknown[] = []
    const answer = await fetched((req, res) => {
      seen.push(req.method, req.url, req.headers.cookie, req.headers.authorization, req.headers['accept-encoding'])
      json('{"a":1}', { 'cache-control': 'max-age=60', age: '10' })(req, res)
    })
    expect(answer).toEqual({ ok: true, document: { a: 1 }, cacheControl: 'max-age=60', age: 10 })
    expect(seen).toEqual(['GET', '/client.json', undefined, undefined, 'identity'])
  })

  it.each(['application/json; charset=utf-8', 'application/oauth-client-id-metadata+json', 'Application/JSON'])(
    'accepts a client metadata document of type %s',
    async (type) => expect(await fetched(json('1', { 'content-type': type }))).toMatchObject({ ok: true, document: 1 }),
  )

  it.each(['text/html', 'text/json', 'application/jsonp', 'application/javascript', ''])(
    'rejects a client metadata document of type %j',
    async (type) => {
      expect(await fetched(json('{}', { 'content-type': type }))).toEqual(failure('not_json'))
    },
  )

  it.each(['{', '', '\u{feff}{}x', Buffer.from([0x22, 0xff, 0x22])])(
    'rejects a client metadata document that is not JSON: %j',
    async (body) => {
      expect(await fetched(json(body))).toEqual(failure('not_json'))
    },
  )

  it.each([301, 302, 303, 307, 308])(
    'does not follow a redirect of a client metadata document with status %i',
    async (status) => {
      const target = await serving(json('{}'))
      const answer = await fetched((_req, res) => res.writeHead(status, { location: target.url }).end())
      expect([answer, target.requests()]).toEqual([failure('redirected'), 0])
    },
  )

  it.each([204, 304, 400, 404, 500])('rejects a client metadata document with status %i', async (status) => {
    const answer = await fetched((_req, res) => res.writeHead(status, { 'content-type': 'application/json' }).end())
    expect(answer.ok).toBe(false)
  })

  it('rejects a client metadata document over 32 KiB, with and without Content-Length', async () => {
    const chunked =
      (bytes: number): RequestListener =>
      (_req, res) => {
        res.writeHead(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })
        res.write('"')
        res.end(`${'x'.repeat(bytes - 2)}"`)
      }
    for (const served of [(bytes: number) => json(ofBytes(bytes)), chunked]) {
      expect(await fetched(served(32 * 1024))).toMatchObject({ ok: true })
      expect(await fetched(served(32 * 1024 + 1))).toEqual(failure('too_large'))
    }
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('limits the size of a client metadata document after decompression: %s', async (encoding, compress) => {
    const headers = { 'content-encoding': encoding }
    expect(await fetched(json(compress(ofBytes(32 * 1024)), headers))).toMatchObject({ ok: true })
    expect(await fetched(json(compress(ofBytes(32 * 1024 + 1)), headers))).toEqual(failure('too_large'))
    expect(await fetched(json(compress(Buffer.alloc(50 * 1024 * 1024)), headers))).toEqual(failure('too_large'))
    expect(await fetched(json('not compressed', headers))).toEqual(failure('not_json'))
  })

  it.each(['zstd', 'gzip, gzip', 'constructor'])(
    'rejects a client metadata document with content encoding %s',
    async (encoding) => {
      expect(await fetched(json('{}', { 'content-encoding': encoding }))).toEqual(failure('unknown_encoding'))
    },
  )

  it('stops fetching a client metadata document that arrives too slowly', async () => {
    // Without a limit, neither would ever end.
    const slow: RequestListener[] = [
      () => undefined,
      (_req, res) => {
        res.writeHead(200, { 'content-type': 'application/json' })
        const trickle = setInterval(() => res.write(' '), 20)
        res.on('close', () => clearInterval(trickle))
      },
    ]
    for (const listener of slow) expect(await fetched(listener, { timeoutMs: 200 })).toEqual(failure('timed_out'))
  })

  it('stops waiting for a host name of a client metadata document that never resolves', async () => {
    const resolver = () => new Promise<never>(() => undefined)
    expect(await fetchDocument('https://slow.example/c', options({ resolver, timeoutMs: 100 }))).toEqual(
      failure('timed_out'),
    )
  })
})

describe('the address of a client metadata document', () => {
  const resolvingTo = (...addresses: string[]): DocumentResolver & { asked: string[] } => {
    const asked: string[] = []
    const resolver: DocumentResolver = async (hostname) => {
      asked.push(hostname)
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    }
    return Object.assign(resolver, { asked })
  }

  it.each([
    ['127.0.0.1'],
    ['10.0.0.7'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::a9fe:a9fe'],
    ['fd00:ec2::254'],
    ['fe80::1'],
    ['93.184.215.14', '127.0.0.1'],
  ])('rejects a host name of a client metadata document that resolves to %s', async (...addresses) => {
    const { url, host, requests } = await serving(json('{}'))
    const named = url.replace('127.0.0.1', 'client.example')
    const resolver = resolvingTo(...addresses)
    expect(await fetchDocument(named, options({ resolver }))).toEqual(failure('address_not_public'))
    expect([resolver.asked, requests()]).toEqual([['client.example'], 0])
    expect(host).toContain('127.0.0.1')
  })

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '169.254.169.254',
    '１２７.０.０.１',
  ])('rejects a private address in the URL of a client metadata document: %s', async (host) => {
    const { url, requests } = await serving(json('{}'))
    const written = url.replace('127.0.0.1', host)
    expect(await fetchDocument(written, options())).toEqual(failure('address_not_public'))
    expect(requests()).toBe(0)
  })

  it('checks the address of a client metadata document on the connection (DNS rebinding)', async () => {
    const { url, requests } = await serving(json('{}'))
    const answers = ['93.184.215.14', '127.0.0.1']
    const resolver: DocumentResolver = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]
    await resolver('client.example')
    const named = url.replace('127.0.0.1', 'client.example')
    expect(await fetchDocument(named, options({ resolver }))).toEqual(failure('address_not_public'))
    expect(requests()).toBe(0)
  })

  it('connects to a private address only for an exempt host and port', async () => {
    const { url, host } = await serving(json('{}'))
    const resolver = resolvingTo('127.0.0.1')
    const named = url.replace('127.0.0.1', 'dev.example')
    const exemptHosts = new Set([host.replace('127.0.0.1', 'dev.example')])
    expect(await fetchDocument(named, options({ resolver, exemptHosts }))).toMatchObject({ ok: true })
    expect(await fetchDocument(url, options({ resolver, exemptHosts }))).toEqual(failure('address_not_public'))
  })

  it('reports a host name without an address as unreachable', async () => {
    const resolver = resolvingTo()
    expect(await fetchDocument('https://gone.example/c', options({ resolver }))).toEqual(failure('unreachable'))
    const failing: DocumentResolver = async () => Promise.reject(new Error('ENOTFOUND'))
    expect(await fetchDocument('https://gone.example/c', options({ resolver: failing }))).toEqual(
      failure('unreachable'),
    )
  })
})
