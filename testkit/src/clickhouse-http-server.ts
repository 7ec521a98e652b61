/**
 * The part of ClickHouse's HTTP interface that `@clickhouse/client` uses, over the embedded engine:
 *
 *   node --conditions=footfall-source testkit/src/clickhouse-http-server.ts PORT DIRECTORY [CONFIGURATION]
 *
 * With port 0 it takes a free one. It says its address on the standard output, and its port to a parent that forked it,
 * with which it ends. Killed at any moment it may be started again on the same directory, with nothing acknowledged
 * lost; any number of clients may use it. The configuration is ClickHouse's own, in XML; it may define clusters whose
 * nodes are this server itself.
 *
 * Left out knowingly: users (every password is accepted), sessions, roles and bound parameters (rejected), compressed
 * answers (sent plain, which the protocol allows), progress headers, and rows in front of a late exception: an answer
 * is complete before its first byte is sent.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { type ChdbResult, Session } from 'chdb'

/** Parameters of the HTTP interface; all others are settings of the query. */
const NOT_SETTINGS = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'enable_http_compression',
  'wait_end_of_query',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
])
const UNSUPPORTED = /^(session_|role$|param_)/
const LISTEN_TRIES_MS = 60_000

/** A response other than 200, with the code and name of ClickHouse. */
class Exception extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const [port = '0', path = '', configuration] = process.argv.slice(2)
if (path === '') throw new TypeError('usage: clickhouse-http-server.ts PORT DIRECTORY [CONFIGURATION]')
// Keeps the engine open between requests, which have their own connections.
const engine = new Session(
  path,
  configuration === undefined ? {} : { connectionArgs: [`--config-file=${configuration}`] },
)
const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => sendError(response, error))
})
// The same header as a real server, so that the client handles idle sockets as usual.
server.keepAliveTimeout = 10_000

process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => {
  server.close(() => {
    engine.close()
    process.exit(0)
  })
  server.closeIdleConnections()
})

await listen()
process.stdout.write(`http://127.0.0.1:${boundPort()}\n`)
process.send?.(boundPort())

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'GET' && url.pathname === '/ping') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=UTF-8' }).end('Ok.\n')
    return
  }
  if (url.pathname !== '/') {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no handle for this address.\n')
    return
  }
  const parameters = url.searchParams
  response.setHeader('X-ClickHouse-Query-Id', parameters.get('query_id') ?? crypto.randomUUID())
  response.setHeader('X-ClickHouse-Timezone', 'UTC')
  const body = await bodyOf(request)
  const query = parameters.get('query') ?? ''
  // ClickHouse joins the two in the same way.
  const statement = query === '' ? body : body === '' ? query : `${query}\n${body}`
  const rows = isInsertOfData(query) ? body.split('\n').filter((line) => line.trim() !== '').length : 0
  // A server accepts an INSERT without rows; the embedded engine rejects it.
  const result = isInsertOfData(query) && rows === 0 ? undefined : await execute(statement, parameters)
  response.setHeader('X-ClickHouse-Summary', JSON.stringify(summary(result, rows)))
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=UTF-8' }).end(result?.bytes())
}

async function execute(statement: string, parameters: URLSearchParams): Promise<ChdbResult> {
  const database = parameters.get('database') ?? 'default'
  if (database !== 'default')
    throw new Exception(81, exceptionText(81, `Database ${database} does not exist`, 'UNKNOWN_DATABASE'))
  const session = new Session(path)
  try {
    const settings = [...parameters].filter(([name]) => !NOT_SETTINGS.has(name)).map(setStatement)
    return await session.queryAsync([...settings, statement].join('; '), {
      format: parameters.get('default_format') ?? 'TabSeparated',
    })
  } finally {
    session.close()
  }
}

/** On a connection that ends with the request, so that the setting ends as on a server. */
function setStatement([name, value]: readonly [string, string]): string {
  if (UNSUPPORTED.test(name) || !/^[a-z_0-9]+$/i.test(name)) {
    throw new Exception(48, exceptionText(48, `This server does not take the parameter ${name}`, 'NOT_IMPLEMENTED'))
  }
  return `SET ${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function isInsertOfData(statement: string): boolean {
  return /^\s*INSERT\s(?!.*\bSELECT\b).*\bFORMAT\s+\w+\s*$/is.test(statement)
}

/** Counts the rows that were sent; a server also counts the rows written by its views. */
function summary(result: ChdbResult | undefined, rowsSent: number) {
  return {
    read_rows: String(result?.rowsRead ?? 0),
    read_bytes: String(result?.bytesRead ?? 0),
    written_rows: String(rowsSent),
    elapsed_ns: String(Math.round((result?.elapsed ?? 0) * 1e9)),
  }
}

function sendError(response: ServerResponse, error: unknown): void {
  const { code, message } = exceptionOf(error)
  response.setHeader('X-ClickHouse-Exception-Code', String(code))
  response.writeHead(statusOf(code), { 'Content-Type': 'text/plain; charset=UTF-8' }).end(`${message} (version 26.7)\n`)
}

function exceptionOf(error: unknown): Exception {
  if (error instanceof Exception) return error
  const message = error instanceof Error ? error.message : String(error)
  const [, code] = /^Code: (\d+)\./.exec(message) ?? []
  if (code === undefined) return new Exception(1001, exceptionText(1001, message, 'STD_EXCEPTION'))
  return new Exception(Number(code), message)
}

function exceptionText(code: number, message: string, name: string): string {
  return `Code: ${code}. DB::Exception: ${message}. (${name})`
}

const BAD_REQUEST = new Set([6, 26, 27, 36, 38, 41, 43, 53, 62, 72, 117])
const NOT_FOUND = new Set([46, 47, 50, 56, 60, 81, 115])

function statusOf(code: number): number {
  if (BAD_REQUEST.has(code)) return 400
  if (NOT_FOUND.has(code)) return 404
  return code === 48 ? 501 : 500
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const encoding = request.headers['content-encoding']
  if (encoding === undefined) return text(request)
  if (encoding === 'gzip') return text(request.pipe(createGunzip()))
  throw new Exception(48, exceptionText(48, `This server does not read ${encoding} bodies`, 'NOT_IMPLEMENTED'))
}

/** After a kill the system may take a moment to free the port. */
async function listen(): Promise<void> {
  const deadline = performance.now() + LISTEN_TRIES_MS
  for (;;) {
    server.listen(Number(port), '127.0.0.1')
    try {
      await once(server, 'listening')
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

function boundPort(): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
