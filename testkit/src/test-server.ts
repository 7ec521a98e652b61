import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** An HTTP server on this machine for one suite. It listens before its routes are known, since many need its address. */
export interface TestServer {
  /** Available only inside hooks and tests. */
  readonly origin: string
  handle(listener: RequestListener): void
}

/** Call it inside `describe`. Browsers reach the server under the name `host`. */
export function testServer(host = '127.0.0.1'): TestServer {
  const server = createServer()
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    get origin() {
      return `http://${host}:${(server.address() as AddressInfo).port}`
    },
    handle: (listener) => void server.on('request', listener),
  }
}
