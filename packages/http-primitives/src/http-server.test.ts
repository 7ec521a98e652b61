import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listen } from './http-server.ts'

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

  it('answers requests on open connections while it stops, and closes each connection with that response', async () => {
    const server = await listen((_req, res) => res.end('ok'), 0, '127.0.0.1')
    const { ask, first, end } = await connected(server.port)
    expect(first).toMatchObject({ status: 200, connection: 'keep-alive' })
    const stopped = server.stop(4_000)
    expect(await ask()).toEqual({ status: 200, connection: 'close', reused: true })
    await stopped
    await expect(ask()).rejects.toThrow('ECONNREFUSED')
    end()
  })

  it('waits for running requests when it stops, and closes them at the deadline', async () => {
    const { promise: bothArrived, resolve: arrived } = Promise.withResolvers<void>()
    const running: string[] = []
    const server = await listen(
      (req, res) => {
        if (running.push(String(req.url)) === 2) arrived()
        if (req.url === '/slow') setTimeout(() => res.end(), 300)
      },
      0,
      '127.0.0.1',
    )
    const slow = get({ port: server.port, host: '127.0.0.1', path: '/slow', agent: false })
    const endless = get({ port: server.port, host: '127.0.0.1', path: '/endless', agent: false })
    const cut = once(endless, 'error')
    await bothArrived
    const answered = once(slow, 'response')
    await server.stop(1_000)
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

  it('takes a URL of 60,000 bytes, and refuses one beyond its limit with 431', async () => {
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
