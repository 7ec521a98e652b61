import { createServer, type RequestListener, type Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { endStalledBodies, HTTP_LIMITS, type HttpLimits, limitConnections } from './http-limits.ts'

/**
 * Longer than proxies keep idle connections, 60 s mostly: whoever closes one first must not be the side that the next
 * request is already on its way to.
 */
const KEEP_ALIVE_MS = 65_000
/** How long connections stay open for requests that are on their way; each answer ends its connection. */
const CLOSE_GRACE_MS = 200
/** How often late requests are looked for, within the time that they have. */
const LATE_LOOKS = 4

export interface RunningServer {
  readonly port: number
  /** Refuses new connections, lets running requests finish, and cuts what is left at the deadline. */
  stop(deadlineMs: number): Promise<void>
}

/**
 * Listens, within limits of time and number for clients that open connections and do not use them. Fails with a
 * sentence that an operator can act on when the port is taken or not allowed.
 */
export async function listen(
  handler: RequestListener,
  port: number,
  host: string,
  variable: 'PORT' | 'METRICS_PORT' = 'PORT',
  given: Partial<HttpLimits> = {},
): Promise<RunningServer> {
  const limits = { ...HTTP_LIMITS, ...given }
  let stopping = false
  const timeouts = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.headersMs / LATE_LOOKS,
  }
  const server = createServer(timeouts, (req, res) => {
    // A kept-alive connection must not carry work past the stop.
    if (stopping) res.setHeader('Connection', 'close')
    handler(req, res)
  })
  limitConnections(server, limits)
  endStalledBodies(server, limits.bodyStallMs)
  await bind(server, port, host, variable)
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async stop(deadlineMs) {
      stopping = true
      // Not HTTP's own close, which also cuts connections on which a request is already on its way.
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve())
      })
      const cut = setTimeout(() => server.closeAllConnections(), deadlineMs)
      if (await hasConnections(server)) await delay(CLOSE_GRACE_MS)
      server.closeIdleConnections()
      await closed
      clearTimeout(cut)
    },
  }
}

function hasConnections(server: Server): Promise<boolean> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count > 0)))
}

function bind(server: Server, port: number, host: string, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new Error(`${variable} ${port} is in use on ${host}; set ${variable} to another.`))
      else if (error.code === 'EACCES')
        reject(new Error(`${variable} ${port} may not be used by this user; set ${variable} above 1023.`))
      else reject(error)
    })
    server.listen(port, host, resolve)
  })
}
