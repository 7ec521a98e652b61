import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { endSlowBodies, endUnreadAnswers, HTTP_LIMITS, type HttpLimits, limitConnections } from './http-limits.ts'
import { discardUnreadBodies } from './unread-bodies.ts'
import { type ProblemOfUnread, plainProblemOfUnread, rejectUnread } from './unread-requests.ts'

/**
 * Longer than proxies keep idle connections, mostly 60 s: the server must not close a connection on which a proxy is already
 * sending the next request.
 */
const KEEP_ALIVE_MS = 65_000
/** How long connections stay open for requests that are already being sent; each response closes its connection. */
const CLOSE_GRACE_MS = 200
/** How often slow requests are checked within their time. */
const HEADER_CHECKS = 4

export interface RunningServer {
  readonly port: number
  /** Rejects new connections, waits for running requests, and closes the rest at the deadline. */
  stop(deadlineMs: number): Promise<void>
}

export interface ListenOptions extends Partial<HttpLimits> {
  /** The body of errors that the server sends before a handler has the request. */
  readonly problemOf?: ProblemOfUnread
  /** The classes of requests and responses, for a framework that has its own. */
  readonly messages?: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>
}

/**
 * Listens, with limits on time and number of connections. Fails with a message that names the setting if the port is in use
 * or not allowed, or if the host is not an address of this machine.
 */
export async function listen(
  handler: RequestListener,
  port: number,
  host: string,
  variable: 'PORT' | 'METRICS_PORT' = 'PORT',
  { problemOf = plainProblemOfUnread, messages, ...given }: ListenOptions = {},
): Promise<RunningServer> {
  const limits = { ...HTTP_LIMITS, ...given }
  let stopping = false
  const bounds = {
    ...messages,
    maxHeaderSize: limits.headerBytes,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: limits.headersMs,
    // `endSlowBodies` limits bodies instead, except those that may take long.
    requestTimeout: 0,
    connectionsCheckingInterval: limits.headersMs / HEADER_CHECKS,
    // Node would reject it without a body.
    requireHostHeader: false,
  }
  const server = createServer(bounds, (req, res) => {
    // A reused connection must not bring new requests after the stop.
    if (stopping) res.setHeader('Connection', 'close')
    if (unread.isReadable(req, res)) handler(req, res)
  })
  const unread = rejectUnread(server, limits.headerBytes, problemOf)
  limitConnections(server, limits)
  endSlowBodies(server, limits, (socket, res) => unread.endWithTimeout(socket, res))
  endUnreadAnswers(server, limits)
  discardUnreadBodies(server, limits)
  await bind(server, port, host, variable)
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async stop(deadlineMs) {
      stopping = true
      // Not the `close` of HTTP, which also closes connections on which a request is already being sent.
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve())
      })
      const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
      if (await hasConnections(server)) await delay(CLOSE_GRACE_MS)
      server.closeIdleConnections()
      await closed
      clearTimeout(deadline)
    },
  }
}

function hasConnections(server: Server): Promise<boolean> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count > 0)))
}

/** The host has no address, or one of another machine or network. */
const NO_ADDRESS: ReadonlySet<string> = new Set([
  ...['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENODATA', 'EAI_FAIL', 'EAI_NONAME'],
])

function bind(server: Server, port: number, host: string, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new Error(`${variable} ${port} is in use on ${host}; set ${variable} to another.`))
      else if (error.code === 'EACCES')
        reject(new Error(`${variable} ${port} may not be used by this user; set ${variable} above 1023.`))
      else if (error.code !== undefined && NO_ADDRESS.has(error.code))
        reject(
          new Error(
            `HOST ${host} is not an address of this machine (${error.code}); set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.`,
          ),
        )
      else reject(error)
    })
    server.listen(port, host, resolve)
  })
}
