import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressedOnce, compression, keepUncompressed } from './compression.ts'

const LINES = 'one line of text that repeats\n'.repeat(100)
const LONG = LINES.repeat(50)
const KEPT = compressedOnce(Buffer.from(LINES))

type Handler = (req: IncomingMessage, res: ServerResponse) => void
const text = (res: ServerResponse) => res.setHeader('Content-Type', 'text/plain; charset=utf-8')

const HANDLERS: Readonly<Record<string, Handler>> = {
  '/text': (_req, res) => text(res).end(LINES),
  '/bytes': (_req, res) => text(res).end(Buffer.from(LINES)),
  '/latin': (_req, res) => text(res).end('é'.repeat(2000), 'latin1'),
  '/long': (_req, res) => text(res).setHeader('Content-Length', LONG.length).end(LONG),
  '/kept': (_req, res) => text(res).setHeader('ETag', '"kept"').end(KEPT),
  '/json': (_req, res) => res.setHeader('Content-Type', 'application/problem+json').end(JSON.stringify(LINES)),
  '/varies': (_req, res) => text(res).setHeader('Vary', 'Origin').end(LINES),
  '/callback': (_req, res) => void text(res).end(LINES, () => res.emit('reported')),
  '/small': (_req, res) => text(res).end('x'.repeat(1024)),
  '/secret': (_req, res) => {
    keepUncompressed(res)
    text(res).end(LINES)
  },
  '/no-transform': (_req, res) => text(res).setHeader('Cache-Control', 'no-transform').end(LINES),
  '/encoded': (_req, res) => text(res).setHeader('Content-Encoding', 'zstd').end(LINES),
  '/image': (_req, res) => res.setHeader('Content-Type', 'image/png').end(LINES),
  '/events': (_req, res) => {
    res.setHeader('Content-Type', 'text/event-stream').write(LINES)
    res.end(LINES)
  },
  '/begun': (_req, res) => res.writeHead(200, { 'Content-Type': 'text/plain' }).end(LINES),
  '/part': (_req, res) => {
    res.statusCode = 206
    text(res).end(LINES)
  },
  '/nothing': (_req, res) => {
    res.statusCode = 204
    res.end()
  },
}

interface Received {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

describe('compression of responses', () => {
  let server: Server

  beforeAll(async () => {
    const compress = compression()
    server = createServer((req, res) => compress(req, res, () => HANDLERS[req.url ?? '']?.(req, res)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const get = (path: string, encoding?: string, method = 'GET') =>
    new Promise<Received>((resolve, reject) => {
      const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
      const { port } = server.address() as AddressInfo
      request({ port, path, method, headers }, async (res) => {
        const chunks: Buffer[] = []
        for await (const chunk of res) chunks.push(chunk)
        resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) })
      })
        .once('error', reject)
        .end()
    })

  it.each([
    ['/text', LINES],
    ['/bytes', LINES],
    ['/long', LONG],
    ['/kept', LINES],
    ['/json', JSON.stringify(LINES)],
    ['/callback', LINES],
  ])('compressing %s keeps the text, in either coding', async (path, expected) => {
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, body } = await get(path, encoding)
      expect({ coding: headers['content-encoding'], vary: headers.vary }).toEqual({
        coding: encoding,
        vary: 'Accept-Encoding',
      })
      expect(Number(headers['content-length'])).toBe(body.byteLength)
      expect(body.byteLength).toBeLessThan(expected.length / 4)
      expect(decode(body).toString()).toBe(expected)
    }
  })

  it('compression keeps the bytes of a text in another charset', async () => {
    const { body } = await get('/latin', 'gzip')
    expect(gunzipSync(body)).toEqual(Buffer.from('é'.repeat(2000), 'latin1'))
  })

  it('an uncompressed response states that it depends on the accepted encoding', async () => {
    for (const encoding of [undefined, 'identity', 'br;q=0']) {
      const { headers, body } = await get('/text', encoding)
      expect({ coding: headers['content-encoding'], vary: headers.vary }).toEqual({ vary: 'Accept-Encoding' })
      expect(body.toString()).toBe(LINES)
    }
  })

  it('adds the accepted encoding to the existing Vary header', async () => {
    expect((await get('/varies', 'br')).headers.vary).toBe('Origin, Accept-Encoding')
  })

  it.each(['/small', '/secret', '/no-transform', '/image', '/events', '/begun', '/part', '/nothing'])(
    'does not compress the response to %s',
    async (path) => {
      const [asked, plain] = [await get(path, 'br, gzip'), await get(path)]
      expect(asked.headers['content-encoding']).toBeUndefined()
      expect(asked.body).toEqual(plain.body)
    },
  )

  it('does not compress what is already encoded, or responses to HEAD', async () => {
    expect((await get('/encoded', 'br')).headers['content-encoding']).toBe('zstd')
    const head = await get('/text', 'br', 'HEAD')
    expect({ coding: head.headers['content-encoding'], bytes: head.body.byteLength }).toEqual({ bytes: 0 })
  })

  it('weakens the tag of a compressed response, since its bytes differ by coding', async () => {
    expect((await get('/kept', 'br')).headers.etag).toBe('W/"kept"')
    expect((await get('/kept')).headers.etag).toBe('"kept"')
  })

  it('compresses a kept body only once, and better', async () => {
    const [first, second, dynamic] = [
      await get('/kept', 'gzip'),
      await get('/kept', 'gzip'),
      await get('/text', 'gzip'),
    ]
    expect(second.body).toEqual(first.body)
    expect(first.body.byteLength).toBeLessThanOrEqual(dynamic.body.byteLength)
  })
})
