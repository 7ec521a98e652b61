import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { PROGRESS_TYPE } from './serve-operator.ts'
import { findSocket } from './socket-path.ts'

/** What the running service answered to a command. */
export type OperatorAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string }

const ErrorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

/**
 * Asks the service that runs on a data directory; undefined if none runs. Waits until the service answers or the signal is
 * aborted.
 */
export async function askRunningService(
  dataDir: string,
  method: 'GET' | 'POST',
  path: string,
  onProgress: (progress: unknown) => void = () => {},
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<OperatorAnswer | undefined> {
  const socketPath = await findSocket(dataDir)
  if (socketPath === undefined) return undefined
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, method, path, ...(signal && { signal }) }, (res) => {
      const answer =
        res.headers['content-type'] === PROGRESS_TYPE
          ? lastLine(res, onProgress)
          : json(res).then((body) => answerOf(res.statusCode ?? 0, body))
      answer.then(resolve, reject)
    })
    asking.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else if (error.code === 'ECONNRESET') resolve(STOPPED)
      else reject(error)
    })
    asking.end()
  })
}

const Line = z.union([z.strictObject({ progress: z.json() }), z.strictObject({ result: z.json() }), ErrorBody])

/** Passes progress on until the result comes. */
async function lastLine(res: IncomingMessage, onProgress: (progress: unknown) => void): Promise<OperatorAnswer> {
  try {
    for await (const text of createInterface({ input: res })) {
      const line = Line.parse(JSON.parse(text))
      if ('error' in line) return { ok: false, ...line.error }
      if ('result' in line) return { ok: true, body: line.result }
      onProgress(line.progress)
    }
  } catch (error) {
    if (!res.errored) throw error
  }
  return STOPPED
}

const STOPPED: OperatorAnswer = {
  ok: false,
  code: 'service_stopped',
  message: 'The service stopped before it had answered; run the same command again.',
}

function answerOf(status: number, body: unknown): OperatorAnswer {
  if (status === 200) return { ok: true, body }
  const { data } = ErrorBody.safeParse(body)
  const error = data?.error ?? { code: 'failed', message: `The running service answered ${status}.` }
  return { ok: false, ...error }
}
