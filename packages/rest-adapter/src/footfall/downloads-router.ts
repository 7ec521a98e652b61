import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { EventExport } from '@footfall/core-domain'
import { requestId } from '@footfall/http-primitives'
import type { ErrorLog } from '@footfall/kernel'
import {
  DASHBOARD_DOWNLOADS,
  type Download,
  type DownloadOperation,
  type DownloadServices,
  download,
  type Principal,
  type Services,
} from '@footfall/operations'
import type { RequestHandler, Response, Router } from 'express'
import { admit } from '../gate.ts'
import { expressPath } from '../http.ts'
import type { HttpHost } from '../http-host.ts'
import { bodyOf, METHODS } from '../operations-router.ts'
import { queryDecoder, queryOf } from '../query-decoder.ts'
import type { AddedRoutes } from '../rest-router.ts'

interface DownloadsRouterServices extends Services {
  /** Absent if the host offers no downloads. */
  readonly exports?: EventExport
  readonly log: ErrorLog
  /** Ends the connection of a reader that takes longer than this for 64 KiB; 60 s by default. */
  readonly readerStallsAfterMs?: number
}

const STALLS_AFTER_MS = 60_000
const PIECE_BYTES = 64 * 1024

export function downloadRoutes(served: HttpHost<Principal>, services: DownloadsRouterServices): readonly AddedRoutes[] {
  const { exports } = services
  if (exports === undefined) return []
  const paths = DASHBOARD_DOWNLOADS.map(({ path, method }) => ({
    path,
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  }))
  const add = (router: Router) => {
    for (const operation of DASHBOARD_DOWNLOADS) {
      const method = METHODS[operation.method]
      router[method](expressPath(operation.path), downloadHandler(operation, served, { ...services, exports }))
    }
  }
  return [{ paths, add }]
}

function downloadHandler(
  operation: DownloadOperation,
  served: HttpHost<Principal>,
  services: DownloadsRouterServices & DownloadServices,
): RequestHandler {
  const decodeQuery = queryDecoder(operation.query)
  return async (req, res) => {
    const leaving = new AbortController()
    res.once('close', () => leaving.abort())
    const { principal, origin } = await admit(req, res, served)
    const body = operation.body && (await bodyOf(req, true))
    const input = { path: req.params, ...decodeQuery(queryOf(req)), ...(body && { body }) }
    const file = await download(operation, principal, input, services, { origin, signal: leaving.signal })
    if (req.method === 'HEAD') withHeaders(res, file).end()
    else await send(res, file, leaving.signal, services)
  }
}

/** A failure before the first chunk gets a problem response. */
async function send(
  res: Response,
  file: Download,
  leaving: AbortSignal,
  { log, readerStallsAfterMs = STALLS_AFTER_MS }: DownloadsRouterServices,
): Promise<void> {
  const pieces = file.body[Symbol.asyncIterator]()
  const stalling = stallWatch(readerStallsAfterMs, () => res.destroy())
  try {
    const first = await pieces.next()
    withHeaders(res, file)
    if (first.done) res.end()
    // A later failure destroys the connection, so that a truncated file never looks complete.
    else await pipeline(Readable.from(stalling.watched(continued(first.value, pieces, brokeOff))), res)
  } catch (error) {
    if (!leaving.aborted && !res.headersSent) throw error
  } finally {
    stalling.stop()
    // Destroying a stream that was never read does not end its source.
    await pieces.return?.()
  }

  function brokeOff(error: unknown): void {
    if (!leaving.aborted) log.error({ request_id: requestId(res), err: error }, 'a download broke off')
  }
}

async function* continued(
  first: Uint8Array,
  pieces: AsyncIterator<Uint8Array>,
  brokeOff: (error: unknown) => void,
): AsyncIterable<Uint8Array> {
  try {
    yield first
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  } catch (error) {
    brokeOff(error)
    throw error
  }
}

/**
 * Detects that a reader does not take what it is given. A piece counts as taken when the next one is asked for, so the
 * pieces are small: a slow reader is accepted as long as it takes each one in time.
 */
function stallWatch(ms: number, stalled: () => void) {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  const start = () => {
    stop()
    timer = setTimeout(stalled, ms)
  }
  return {
    stop,
    async *watched(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      for await (const bytes of body) {
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
          start()
          yield bytes.subarray(at, at + PIECE_BYTES)
          stop()
        }
      }
      // A finished response has taken its last chunk, which stops the timer.
      start()
    },
  }
}

function withHeaders(res: Response, { filename, contentType }: Download): Response {
  res.statusCode = 200
  res.setHeader('Content-Type', contentType)
  res.setHeader('Content-Disposition', `attachment; filename="${filename}"`)
  return res
}
