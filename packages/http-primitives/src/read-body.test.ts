import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BodyRejected, readBody } from './read-body.ts'

const BYTES_MAX = 1000
let server: Server
let port: number
const ends: Promise<string>[] = []

beforeAll(async () => {
  server = createServer(async (req, res) => {
    if (req.url === '/arrived') while (!req.complete) await setImmediate()
    const end = readBody(req, { bytesMax: BYTES_MAX, decompress: req.url === '/decompress' }).then(
      (bytes) => `read ${bytes.length}`,
      (error) => (error instanceof BodyRejected ? error.failure : String(error)),
    )
    ends.push(end)
    void end.then((text) => res.end(text))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const post = async (path: string, body: Uint8Array | string, encoding?: string) => {
  const headers = encoding === undefined ? {} : { 'content-encoding': encoding }
  return (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: Buffer.from(body) })).text()
}

describe('readBody', () => {
  it('returns the bytes of a body up to the limit, and none without a body', async () => {
    expect(await post('/', 'x'.repeat(BYTES_MAX))).toBe(`read ${BYTES_MAX}`)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('read 0')
  })

  it('rejects a body beyond the limit, with and without Content-Length', async () => {
    expect(await post('/', 'x'.repeat(BYTES_MAX + 1))).toBe('too_large')
    const sending = request({ port, method: 'POST' })
    for (let i = 0; i < 20; i++) sending.write('x'.repeat(BYTES_MAX))
    sending.end()
    const [answer] = await once(sending, 'response')
    expect(String((await answer.toArray()).join(''))).toBe('too_large')
  })

  it('returns a body that has arrived whole, up to the limit, and leaves the connection to the next request', async () => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    const sized = (text: string) => `content-length: ${text.length}\r\n\r\n${text}`
    const bodies = [
      sized('x'.repeat(BYTES_MAX)),
      sized(''),
      '\r\n',
      `transfer-encoding: chunked\r\n\r\n${chunk('ab')}${chunk('c')}0\r\n\r\n`,
      `transfer-encoding: chunked\r\n\r\n${chunk('x'.repeat(BYTES_MAX + 1))}0\r\n\r\n`,
      sized('end'),
    ]
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    for (const [i, body] of bodies.entries()) {
      const connection = i === bodies.length - 1 ? 'close' : 'keep-alive'
      socket.write(`POST /arrived HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\n${body}`)
    }
    const answers = (await socket.toArray()).join('')
    expect(answers.match(/read \d+|too_large/g)).toEqual([
      'read 1000',
      'read 0',
      'read 0',
      'read 3',
      'too_large',
      'read 3',
    ])
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('decodes a body with %s if allowed, and applies the limit to the decoded bytes', async (encoding, compress) => {
    expect(await post('/decompress', compress('x'.repeat(BYTES_MAX)), encoding)).toBe(`read ${BYTES_MAX}`)
    expect(await post('/decompress', compress('x'.repeat(5_000_000)), encoding)).toBe('too_large')
    expect(await post('/decompress', 'not compressed', encoding)).toBe('damaged')
    expect(await post('/', compress('x'), encoding)).toBe('unsupported_encoding')
  })

  it('rejects an unknown content encoding, also the name of an object property', async () => {
    expect(await post('/decompress', 'x', 'zstd')).toBe('unsupported_encoding')
    expect(await post('/decompress', 'x', 'constructor')).toBe('unsupported_encoding')
  })

  it('reports a body as incomplete if the client closes the connection', async () => {
    const before = ends.length
    const leaving = request({ port, method: 'POST', headers: { 'content-length': 100 } })
    leaving.on('error', () => {})
    leaving.write('a part')
    await once(server, 'request')
    leaving.destroy()
    expect(await ends[before]).toBe('incomplete')
  })
})
