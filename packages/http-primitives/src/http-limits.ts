import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Limits on what clients may use of an HTTP server. */
export interface HttpLimits {
  /** Concurrent connections; 0 is no limit. */
  readonly connections: number
  /** Concurrent connections from one network; 0 is no limit. Has no effect behind a proxy. */
  readonly connectionsPerAddress: number
  /** The network that an address is counted by, such as the /64 of an IPv6 address. */
  networkOf(address: string): string
  /** Of the request line and the headers. */
  readonly headerBytes: number
  /** From the connection, or the end of the previous response, to the last header of a request. */
  readonly headersMs: number
  /** From the headers of a request to the last byte of its body. */
  readonly requestMs: number
  /** How long a body may stall. */
  readonly bodyStallMs: number
}

export const HTTP_LIMITS: HttpLimits = {
  connections: 10_000,
  connectionsPerAddress: 0,
  networkOf: (address) => address,
  // A question with as many filters as are allowed, each with as many values, is a URL of half of this.
  headerBytes: 64 * 1024,
  headersMs: 20_000,
  requestMs: 60_000,
  bodyStallMs: 20_000,
}

/** Rejects connections beyond the limits by closing them. */
export function limitConnections(server: Server, limits: HttpLimits): void {
  const { connections, connectionsPerAddress } = limits
  if (connections > 0) {
    server.maxConnections = connections
    // Idle connections make room for new ones.
    server.on('drop', () => server.closeIdleConnections())
  }
  if (connectionsPerAddress === 0) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = limits.networkOf(socket.remoteAddress ?? '')
    const count = open.get(network) ?? 0
    if (count >= connectionsPerAddress) {
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}

/** How often a body is checked within the time that it may take. */
const CHECKS = 4

interface ArrivingBody {
  readonly res: ServerResponse
  bytesRead: number
  withoutBytesMs: number
  arrivingMs: number
}

const LONG_BODIES = new WeakSet<IncomingMessage>()

/** Exempts a body from `requestMs` while it does not stall: for uploads by a caller who may send files. */
export function allowLongBody(req: IncomingMessage): void {
  LONG_BODIES.add(req)
}

/** Answers requests whose body stops arriving, or arrives for too long, with 408, and closes their connection. */
export function endSlowBodies(
  server: Server,
  { bodyStallMs, requestMs }: HttpLimits,
  endWithTimeout: (socket: Socket, res: ServerResponse) => void,
): void {
  const arriving = new Map<IncomingMessage, ArrivingBody>()
  server.on('request', (req, res) => {
    if (!hasBody(req)) return
    arriving.set(req, { res, bytesRead: req.socket.bytesRead, withoutBytesMs: 0, arrivingMs: 0 })
    req.once('close', () => arriving.delete(req))
  })
  const everyMs = Math.min(bodyStallMs, requestMs) / CHECKS
  const timer = setInterval(() => {
    for (const [req, body] of arriving) {
      const { bytesRead } = req.socket
      body.withoutBytesMs = bytesRead === body.bytesRead ? body.withoutBytesMs + everyMs : 0
      body.arrivingMs += everyMs
      body.bytesRead = bytesRead
      const takesTooLong = body.arrivingMs >= requestMs && !LONG_BODIES.has(req)
      if (req.complete) arriving.delete(req)
      else if (takesTooLong || body.withoutBytesMs >= bodyStallMs) {
        arriving.delete(req)
        endWithTimeout(req.socket, body.res)
      }
    }
  }, everyMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
