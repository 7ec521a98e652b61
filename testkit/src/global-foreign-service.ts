import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

const DEFAULT_PORT = 3000
const servers: Server[] = []

/**
 * Occupies the service's default port with something that is not the service, so that a test that depends on that port
 * fails on every machine. A port that is in use already serves the same purpose.
 */
export async function setup(): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer((_req, res) => res.writeHead(418).end('This is another program.'))
    server.listen(DEFAULT_PORT, host)
    const listening = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (listening) servers.push(server)
  }
}

export async function teardown(): Promise<void> {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
}
