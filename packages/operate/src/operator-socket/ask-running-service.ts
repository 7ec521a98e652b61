import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { findSocket } from './socket-path.ts'

/** What the running service answered to a command. */
export type OperatorAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string }

const Refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

/**
 * Asks the service that runs on a data directory. Undefined where none runs on it. It waits for as long as the service
 * works.
 */
export async function askRunningService(
  dataDir: string,
  method: 'GET' | 'POST',
  path: string,
): Promise<OperatorAnswer | undefined> {
  const socketPath = await findSocket(dataDir)
  if (socketPath === undefined) return undefined
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, method, path }, (res) => {
      json(res).then((body) => resolve(answerOf(res.statusCode ?? 0, body)), reject)
    })
    asking.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
    asking.end()
  })
}

function answerOf(status: number, body: unknown): OperatorAnswer {
  if (status === 200) return { ok: true, body }
  const refused = Refusal.safeParse(body)
  if (!refused.success) return { ok: false, code: 'failed', message: `The running service answered ${status}.` }
  return { ok: false, ...refused.data.error }
}
