import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLocalRequest } from './local-request.ts'

const LOCAL = ['http://localhost:3000', 'http://127.0.0.1:3000']

describe('isLocalRequest', () => {
  let rules = LOCAL
  const results: boolean[] = []
  const server = createServer((req: IncomingMessage, res) => {
    results.push(isLocalRequest(req, rules))
    res.end()
  })
  const ask = async (headers: Record<string, string> = {}, host = '127.0.0.1', now = LOCAL) => {
    rules = now
    const { port } = server.address() as AddressInfo
    const asked = httpRequest({ host, port, headers }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.resume()
    return results.pop()
  }
  beforeAll(async () => {
    server.listen(0, '::')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })

  it('recognizes a request over loopback as local, in IPv4 and IPv6', async () => {
    expect(await ask()).toBe(true)
    expect(await ask({}, '127.0.0.2')).toBe(true)
    expect(await ask({}, '::1')).toBe(true)
  })

  it('does not recognize a request to another address of the machine as local', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.internal === false && address.family === 'IPv4')
    if (outside !== undefined) expect(await ask({}, outside.address)).toBe(false)
  })

  it.each([
    'Forwarded',
    'X-Forwarded-For',
    'x-forwarded-proto',
    'X-Real-IP',
    'Via',
    'CF-Connecting-IP',
    'True-Client-IP',
  ])('does not recognize a request with the proxy header %s as local', async (name) => {
    expect(await ask({ [name]: '127.0.0.1' })).toBe(false)
    expect(await ask({ [name]: '' })).toBe(false)
  })

  it('does not recognize an HTTP/1.0 request as local, since proxies send those without headers', async () => {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1').end('GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n').resume()
    await once(socket, 'end')
    expect(results.pop()).toBe(false)
  })

  it('does not recognize a request as local if the service has a public origin', async () => {
    for (const origin of ['https://stats.example', 'http://127.0.0.1.stats.example', 'http://10.0.0.1:3000'])
      expect(await ask({}, '127.0.0.1', ['http://localhost:3000', origin])).toBe(false)
  })
})
