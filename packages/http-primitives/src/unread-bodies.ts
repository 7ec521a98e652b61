import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpLimits } from './http-limits.ts'

/** A shorter body is read whole, which takes less time than the rest of its request. */
const LONG_BYTES = 64 * 1024
/** Into how many rounds the time is divided. In each, one connection takes what arrives in its turn. */
const ROUNDS = 100
const TURN_MS = 2
/** Beyond it, the connection that waits longest is closed. */
const CONNECTIONS_MAX = 200

interface Discarding {
  readonly req: IncomingMessage
  readonly roundsLeft: number
}

/**
 * Takes the rest of long bodies slowly when their requests are answered before they have arrived, and closes the connection
 * when the time is over. Node would read them as fast as they come: sixteen clients whose files were rejected sent 240 MB a
 * second. If nothing was read, a client that sends before it reads would not read the answer.
 */
export function discardUnreadBodies(server: Server, { discardMs }: Pick<HttpLimits, 'discardMs'>): void {
  const discarding = new Map<Socket, Discarding>()
  let timer: NodeJS.Timeout | undefined
  server.on('connection', (socket) => socket.once('close', () => discarding.delete(socket)))
  server.on('request', (req, res) => {
    if (isLong(req)) res.on('finish', begin)
  })
  server.once('close', () => clearInterval(timer))

  // One function for all responses.
  function begin(this: ServerResponse): void {
    const { req } = this
    // Before that, Node resumes the connection to read the rest.
    setImmediate(wait, req.socket, { req, roundsLeft: ROUNDS })
  }

  function wait(socket: Socket, waiting: Discarding): void {
    if (waiting.req.complete || socket.destroyed) return
    socket.pause()
    discarding.set(socket, waiting)
    const [oldest] = discarding.keys()
    if (discarding.size > CONNECTIONS_MAX) oldest?.destroy()
    timer ??= setInterval(discard, discardMs / ROUNDS).unref()
  }

  function discard(): void {
    for (const [socket, { req, roundsLeft }] of discarding) {
      if (roundsLeft === 0) socket.destroy()
      discarding.set(socket, { req, roundsLeft: roundsLeft - 1 })
    }
    const [next] = discarding
    if (next === undefined) {
      clearInterval(timer)
      timer = undefined
      return
    }
    const [socket, waiting] = next
    discarding.delete(socket)
    socket.resume()
    setTimeout(wait, TURN_MS, socket, waiting).unref()
  }
}

function isLong({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LONG_BYTES
}
