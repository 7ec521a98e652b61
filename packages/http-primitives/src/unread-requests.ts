import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** A request that the server rejects before a handler has it. Reveals nothing about its content. */
export interface UnreadRequest {
  readonly status: 400 | 408 | 413 | 417 | 431
  readonly code: 'invalid_request' | 'payload_too_large'
  readonly detail: string
}

/** The body of the error, by RFC 9457; `request_id` is sent as a header too. */
export interface UnreadProblem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly request_id?: string
}

export type ProblemOfUnread = (unread: UnreadRequest) => UnreadProblem

/** For servers without their own codes. */
export const plainProblemOfUnread: ProblemOfUnread = ({ status, code, detail }) => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? '',
  status,
  detail,
  code,
})

const MALFORMED: UnreadRequest = {
  status: 400,
  code: 'invalid_request',
  detail: 'The request is not valid HTTP/1.1.',
}
const WITHOUT_HOST: UnreadRequest = { status: 400, code: 'invalid_request', detail: 'The header `Host` is missing.' }
const TOO_SLOW: UnreadRequest = { status: 408, code: 'invalid_request', detail: 'The request did not arrive in time.' }
const LONG_CHUNK_EXTENSIONS: UnreadRequest = {
  status: 413,
  code: 'payload_too_large',
  detail: 'The extensions of the chunks of the body are too long.',
}
const UNKNOWN_EXPECTATION: UnreadRequest = {
  status: 417,
  code: 'invalid_request',
  detail: 'The header `Expect` may only be `100-continue`.',
}

/** Answers requests that the server rejects before a handler has them. */
export interface UnreadRejections {
  /** Whether the request may be handled; otherwise it has been answered. */
  isReadable(req: IncomingMessage, res: ServerResponse): boolean
  /**
   * Answers a request whose body does not arrive, unless its answer has begun, and closes the connection. Writes to the
   * socket, since the response object belongs to the handler that waits for the body.
   */
  endWithTimeout(socket: Socket, res: ServerResponse): void
}

/** Gives the server’s own errors a body, since Node sends none. */
export function rejectUnread(server: Server, headerBytes: number, problemOf: ProblemOfUnread): UnreadRejections {
  const exchanges = new WeakMap<Socket, Set<ServerResponse>>()
  // One function for all requests, since every request adds it.
  function forget(this: ServerResponse): void {
    exchanges.get(this.req.socket)?.delete(this)
  }
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const open = exchanges.get(req.socket)
    if (open === undefined) exchanges.set(req.socket, new Set([res]))
    else open.add(res)
    res.on('close', forget)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const open = [...(exchanges.get(socket) ?? [])]
    if (socket.writable && open.every(isAwaitingBody)) socket.write(rawAnswer(problemOf(unreadOf(error, headerBytes))))
    socket.destroySoon()
  })
  server.on('checkExpectation', (_req, res: ServerResponse) => answer(res, problemOf(UNKNOWN_EXPECTATION)))
  return {
    isReadable(req, res) {
      if (req.httpVersion !== '1.1' || req.headers.host !== undefined) return true
      answer(res, problemOf(WITHOUT_HOST))
      return false
    },
    endWithTimeout(socket, { headersSent }) {
      if (!headersSent && socket.writable) socket.write(rawAnswer(problemOf(TOO_SLOW)))
      socket.destroySoon()
    },
  }
}

/** Whether the unreadable bytes belong to this request, whose answer has not begun. The client matches an answer to its oldest request. */
function isAwaitingBody({ req, headersSent }: ServerResponse): boolean {
  return !req.complete && !headersSent
}

function unreadOf({ code }: NodeJS.ErrnoException, headerBytes: number): UnreadRequest {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return TOO_SLOW
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        code: 'invalid_request',
        detail: `The request line and the headers may have at most ${headerBytes} bytes.`,
      }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return LONG_CHUNK_EXTENSIONS
    default:
      return MALFORMED
  }
}

function headersOf(problem: UnreadProblem, body: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(problem.request_id === undefined ? {} : { 'Request-Id': problem.request_id }),
    Connection: 'close',
  }
}

function answer(res: ServerResponse, problem: UnreadProblem): void {
  const body = JSON.stringify(problem)
  res.writeHead(problem.status, headersOf(problem, body)).end(body)
}

/** For a connection that has no response object. */
function rawAnswer(problem: UnreadProblem): string {
  const body = JSON.stringify(problem)
  const lines = Object.entries(headersOf(problem, body)).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`, ...lines, '', body].join('\r\n')
}
