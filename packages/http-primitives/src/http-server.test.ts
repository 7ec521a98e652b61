import { once } from 'node:events'
import { Agent, get, type RequestListener, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type ListenOptions, listen } from './http-server.ts'

it.each(['300.1.1.1', '203.0.113.9', 'no-such-host.invalid', '2001:db8::1'])(
  'a server that listens on %s, which is not an address of this machine, fails with a message that names HOST',
  async (host) => {
    await expect(listen((_req, res) => res.end(), 0, host)).rejects.toThrow(
      `HOST ${host} is not an address of this machine`,
    )
  },
)

it('a server whose port is in use fails with a message that names PORT', async () => {
  const first = await listen((_req, res) => res.end(), 0, '127.0.0.1')
  await expect(listen((_req, res) => res.end(), first.port, '127.0.0.1')).rejects.toThrow(
    `PORT ${first.port} is in use`,
  )
  await first.stop(0)
})

describe('stopping a server', () => {
  /** A connection that is kept alive, and has carried one request. */
  async function connected(port: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async () => {
      const request = get({ port, host: '127.0.0.1', agent })
      const [response] = await once(request, 'response')
      response.resume()
      await once(response, 'end')
      return { status: response.statusCode, connection: response.headers.connection, reused: request.reusedSocket }
    }
    return { ask, first: await ask(), end: () => agent.destroy() }
  }

  it('responds to requests on open connections while it stops, and closes each connection with that response', async () => {
    const server = await listen((_req, res) => res.end('ok'), 0, '127.0.0.1')
    const { ask, first, end } = await connected(server.port)
    expect(first).toMatchObject({ status: 200, connection: 'keep-alive' })
    const stopped = server.stop(60_000)
    expect(await ask()).toEqual({ status: 200, connection: 'close', reused: true })
    await stopped
    await expect(ask()).rejects.toThrow('ECONNREFUSED')
    end()
  })

  it('a server waits for running requests when it stops, and closes them at the deadline', async () => {
    const { promise: bothArrived, resolve: arrived } = Promise.withResolvers<void>()
    const running = new Map<string | undefined, ServerResponse>()
    const server = await listen(
      (req, res) => {
        if (running.set(req.url, res).size === 2) arrived()
      },
      0,
      '127.0.0.1',
    )
    const slow = get({ port: server.port, host: '127.0.0.1', path: '/slow', agent: false })
    const endless = get({ port: server.port, host: '127.0.0.1', path: '/endless', agent: false })
    const cut = once(endless, 'error')
    await bothArrived
    const answered = once(slow, 'response')
    const stopped = server.stop(1_000)
    running.get('/slow')?.end()
    await stopped
    const [response] = await answered
    expect(response.statusCode).toBe(200)
    expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' })
  })

  it('keeps idle connections open longer than proxies do, and sends the timeout', async () => {
    const server = await listen((_req, res) => res.end('ok'), 0, '127.0.0.1')
    const request = get({ port: server.port, host: '127.0.0.1', agent: new Agent({ keepAlive: true }) })
    const [response] = await once(request, 'response')
    expect(response.headers['keep-alive']).toBe('timeout=65')
    response.resume()
    await server.stop(1_000)
  })

  it('accepts a URL of 60,000 bytes, and rejects one beyond its limit with 431', async () => {
    const server = await listen((req, res) => res.end(String(req.url?.length)), 0, '127.0.0.1')
    const statusOf = async (length: number) => {
      const path = `/?filters=${'x'.repeat(length)}`
      const [response] = await once(get({ port: server.port, host: '127.0.0.1', path, agent: false }), 'response')
      response.resume()
      return response.statusCode
    }
    expect([await statusOf(60_000), await statusOf(70_000)]).toEqual([200, 431])
    await server.stop(1_000)
  })
})

describe('requests that reach no handler', () => {
  const SECRET = 'jt_secret'

  /** Everything that the server sends until it closes the connection. */
  async function received(
    sent: string,
    options: ListenOptions = {},
    handler: RequestListener = (_req, res) => res.end(),
  ) {
    const server = await listen(handler, 0, '127.0.0.1', 'PORT', options)
    const socket = connect({ port: server.port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    socket.write(sent)
    const answer = await text(socket)
    await server.stop(0)
    return answer
  }
  const problemOf: ListenOptions['problemOf'] = ({ status, code, detail }) => ({
    type: `urn:shop:${code}`,
    title: 'Refused',
    status,
    code,
    detail,
    request_id: 'req_1',
  })

  it.each([
    ['is not HTTP', `${SECRET}\r\n\r\n`, '400 Bad Request', 'invalid_request'],
    ['has a header without a colon', `GET / HTTP/1.1\r\n${SECRET}\r\n\r\n`, '400 Bad Request', 'invalid_request'],
    ['has no Host', `GET /${SECRET} HTTP/1.1\r\n\r\n`, '400 Bad Request', 'invalid_request'],
    ['stops in its headers', `GET /${SECRET} HTTP/1.1\r\nHost: a`, '408 Request Timeout', 'invalid_request'],
    [
      'has too many bytes of headers',
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${SECRET.repeat(200)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'invalid_request',
    ],
    [
      'has extensions of a chunk that are too long',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${SECRET.repeat(2_000)}\r\n`,
      '413 Payload Too Large',
      'payload_too_large',
    ],
    [
      'expects what is not known',
      `GET / HTTP/1.1\r\nHost: a\r\nExpect: ${SECRET}\r\n\r\n`,
      '417 Expectation Failed',
      'invalid_request',
    ],
    [
      'has a body that cannot be read',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${SECRET}\r\n`,
      '400 Bad Request',
      'invalid_request',
    ],
  ])('rejects a request that %s with a problem that repeats nothing of it', async (_, sent, status, code) => {
    const slow = status.startsWith('408') ? { headersMs: 40 } : {}
    // The handler waits for the body.
    const answer = await received(sent, { problemOf, headerBytes: 1_000, ...slow }, () => undefined)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
    for (const line of ['Content-Type: application/problem+json', 'Request-Id: req_1', 'Connection: close'])
      expect(head.split('\r\n')).toContain(line)
    expect(JSON.parse(body)).toMatchObject({ type: `urn:shop:${code}`, status: Number(status.slice(0, 3)), code })
    expect(answer).not.toContain(SECRET)
  })

  it('closes a connection whose response has begun, or on which a request waits for one, without another response', async () => {
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    const begun = await received(`${request}garbage\r\n\r\n`, {}, (_req, res) => void res.writeHead(200).write('half'))
    expect(begun.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(begun).toContain('half')
    expect(await received(`${request}garbage\r\n\r\n`, {}, () => undefined)).toBe('')
  })
})
