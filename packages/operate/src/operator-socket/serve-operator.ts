import { chmod, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Logger, PublicError } from '@footfall/core-domain'
import { findSocket, fitsSocket, pointerIn, socketIn } from './socket-path.ts'

/** Lines of JSON. */
export const PROGRESS_TYPE = 'application/x-ndjson'

export interface OperatorRequest {
  readonly query: URLSearchParams
  /** For a route that takes a file. */
  readonly body: IncomingMessage
  /** Aborted when the service stops. */
  readonly signal: AbortSignal
  /** Aborted when the caller disconnects before the answer. */
  readonly left: AbortSignal
  /** Sends the caller the progress of the work, which `askRunningService` passes on. */
  readonly progress: (progress: unknown) => void
}

/** By method and path; the result is sent as JSON. */
export type OperatorRoutes = Readonly<Record<string, (request: OperatorRequest) => Promise<unknown>>>

/**
 * Serves the commands of an operator on this machine, who may read the data directory anyway, on a socket that only the
 * user of the service can use. Returns a function that stops it.
 */
export async function serveOperator(
  dataDir: string,
  routes: OperatorRoutes,
  log: Logger,
): Promise<() => Promise<void>> {
  const { path, remove } = await socketPlace(dataDir)
  const stopping = new AbortController()
  const server = createServer({ requestTimeout: 0 }, (req, res) => {
    void answer(req, res, routes, stopping.signal, log)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  await chmod(path, 0o600)
  return async () => {
    stopping.abort()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
    })
    await remove()
  }
}

/** Removes the socket of a killed process: a directory has one owner at a time. */
async function socketPlace(dataDir: string) {
  const path = socketIn(dataDir)
  if (fitsSocket(path)) {
    const remove = () => rm(path, { force: true })
    await remove()
    return { path, remove }
  }
  await removeLeftDirectory(dataDir)
  const directory = await mkdtemp(join(tmpdir(), DIRECTORY))
  const pointer = pointerIn(dataDir)
  await writeFile(pointer, socketIn(directory), { mode: 0o600 })
  return {
    path: socketIn(directory),
    async remove() {
      await rm(directory, { recursive: true, force: true })
      await rm(pointer, { force: true })
    },
  }
}

const DIRECTORY = 'footfall-'

/** Removes the directory that a killed process made for its socket. */
async function removeLeftDirectory(dataDir: string): Promise<void> {
  const socket = await findSocket(dataDir)
  if (socket === undefined) return
  const directory = dirname(socket)
  if (dirname(directory) !== tmpdir() || !basename(directory).startsWith(DIRECTORY)) return
  await rm(socket, { force: true })
  // Nothing else is ever in it.
  await rmdir(directory).catch(() => undefined)
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  routes: OperatorRoutes,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  const { pathname, searchParams: query } = new URL(req.url ?? '/', 'http://operator')
  const name = `${req.method} ${pathname}`
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined
  const answering = answerer(res)
  if (route === undefined)
    return answering.send(404, errorBody('unknown_command', 'The running service does not know this command.'))
  const left = new AbortController()
  res.once('close', () => left.abort())
  try {
    answering.send(200, await route({ query, body: req, signal, left: left.signal, progress: answering.progress }))
  } catch (error) {
    if (error instanceof PublicError) return answering.send(409, errorBody(error.code, error.detail))
    if (!left.signal.aborted) log.error({ err: error }, 'a command of the operator failed')
    answering.send(500, errorBody('failed', 'The command failed; the log of the service has the reason.'))
  }
}

/** An answer is one document; once there was progress, it is lines, the last of which is the result or the error. */
function answerer(res: ServerResponse) {
  const line = (value: unknown) => res.write(`${JSON.stringify(value)}\n`)
  const headers = (status: number, type: string) => res.writeHead(status, { 'Content-Type': type, Connection: 'close' })
  return {
    progress(progress: unknown): void {
      if (!res.headersSent) headers(200, PROGRESS_TYPE)
      line({ progress })
    },
    send(status: number, body: unknown): void {
      if (!res.headersSent) headers(status, 'application/json').end(JSON.stringify(body))
      else res.end(JSON.stringify(status === 200 ? { result: body } : body))
    },
  }
}

function errorBody(code: string, message: string) {
  return { error: { code, message } }
}
