import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Limits on what clients may use of an HTTP server. */
export interface HttpLimits {
  /** Concurrent connections; 0 means no limit. */
  readonly connections: number
  /** Concurrent connections from one network; 0 means no limit. Has no effect behind a proxy. */
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
  /** How long the rest of a body is taken whose request was answered before it had arrived. */
  readonly discardMs: number
  /** How long a client may take nothing of an answer, which stays in memory until it is taken. */
  readonly answerStallMs: number
  /** Of all answers that are not taken yet. Beyond it, the one that waits longest is ended. */
  readonly unreadBytes: number
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
  discardMs: 10_000,
  answerStallMs: 60_000,
  unreadBytes: 128 * 1024 ** 2,
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
  // One function for all requests, since every body adds it.
  function forget(this: IncomingMessage): void {
    arriving.delete(this)
  }
  server.on('request', (req, res) => {
    if (!hasBody(req)) return
    arriving.set(req, { res, bytesRead: req.socket.bytesRead, withoutBytesMs: 0, arrivingMs: 0 })
    req.on('close', forget)
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

/**
 * Closes connections whose clients do not take their answers: otherwise a client that asks on many connections and reads nothing
 * fills the memory.
 */
export function endUnreadAnswers(server: Server, { answerStallMs, unreadBytes }: HttpLimits): void {
  const waiting = new Map<ServerResponse, number>()
  let total = 0
  // Before the handler, which may send its answer at once.
  server.prependListener('request', (_req, res) => {
    res.on('prefinish', watch)
  })

  // One function for all responses, since every response adds it. Most are taken at once and need no other.
  function watch(this: ServerResponse): void {
    const { socket } = this
    if (socket === null || socket.writableLength === 0) return
    // Node does not count the time in which a part of the answer is taken.
    socket.setTimeout(answerStallMs)
    this.once('finish', endWatch)
    this.once('close', forget)
    waiting.set(this, socket.writableLength)
    total += socket.writableLength
    for (const [oldest] of waiting) {
      if (total <= unreadBytes || oldest === this) break
      forget.call(oldest)
      oldest.destroy()
    }
  }

  function endWatch(this: ServerResponse): void {
    // Otherwise it holds for the next request on the connection, which may need longer.
    if (this.socket?.timeout === answerStallMs) this.socket.setTimeout(0)
  }

  function forget(this: ServerResponse): void {
    total -= waiting.get(this) ?? 0
    waiting.delete(this)
  }
}
