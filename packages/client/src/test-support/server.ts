import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { FootfallError } from '../errors.ts'
import type { Runtime } from '../transport/runtime.ts'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Respond = (res: ServerResponse, asked: Asked) => void

/**
 * A server that answers as each test says, one after the other, then repeats the last. Call it at the top of a file; what it
 * returns works inside hooks and tests.
 */
export function testServer() {
  const asked: Asked[] = []
  let answers: Respond[] = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const request = { method: req.method ?? '', url: req.url ?? '', headers: req.headers, body }
    asked.push(request)
    const respond = answers.length > 1 ? answers.shift() : answers[0]
    respond?.(res, request)
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    asked,
    answer(...next: Respond[]) {
      answers = next
      asked.length = 0
    },
  }
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Respond {
  return (res) => res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export const problem = (status: number, code: string, headers: Record<string, string> = {}, more: object = {}) =>
  json(
    status,
    { type: 'about:blank', title: code, status, code, detail: `It is ${code}.`, request_id: 'req_1', ...more },
    headers,
  )

/** The connection ends before there is a response. */
export const hangUp: Respond = (res) => void res.destroy()

export const previewed = json(200, {
  data: { state: 'previewed', operation: 'o', summary: 'Rename it.', changes: [], warnings: [], revision: 1 },
  meta: { confirm: { headers: {}, instructions: '', preview: 'proof-1' } },
})

export function executed(expiresAt: string | null = null, result: unknown = { id: 'prd_1' }): Respond {
  return json(200, {
    data: { state: 'executed', operation: 'o', result },
    meta: { idempotency: { key: 'k', replayed: false, expires_at: expiresAt } },
  })
}

export const awaiting = (expiresAt: string | null = null) =>
  json(202, {
    data: {
      state: 'awaiting_approval',
      operation: 'o',
      summary: 'Rename it.',
      approval: { id: 'apr_1', link: 'https://stats.example/approvals/apr_1', expires_at: '2026-01-02T00:00:00.000Z' },
    },
    meta: { idempotency: { key: 'k', replayed: false, expires_at: expiresAt } },
  })

/** A clock that only sleeping moves, and randomness that repeats itself. */
export function stillRuntime(startMs = Date.parse('2026-01-01T00:00:00.000Z')) {
  let nowMs = startMs
  const slept: number[] = []
  let made = 0
  const runtime = {
    now: () => nowMs,
    async sleep(ms: number, signal: AbortSignal | undefined) {
      signal?.throwIfAborted()
      slept.push(ms)
      nowMs += ms
    },
    random: (bytes: number) => new Uint8Array(bytes).fill(bytes === 1 ? 0 : ++made),
  } satisfies Partial<Runtime>
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { runtime, slept, pass }
}

/** The error of the client with which the work fails. */
export async function caught(work: PromiseLike<unknown>): Promise<FootfallError<string>> {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (error instanceof FootfallError) return error
  throw new Error(`Not an error of the client: ${error}`)
}
