import type { ServerResponse } from 'node:http'
import type { Outcome } from '../outcome.ts'

/** What an effect of a write gives. */
export interface Executed {
  /** JSON that this answer and every replay hold. */
  readonly result: unknown
  /** A value that only this answer holds: it is never recorded. */
  readonly secret?: string
}

/** What is recorded of an executed write: enough to answer it again, without the secret. */
interface Recorded {
  readonly status: number
  readonly result: unknown
  readonly secret_returned_once?: true
}

export function recordOfWrite(status: number, { result = null, secret }: Executed): Recorded {
  return { status, result, ...(secret === undefined ? {} : { secret_returned_once: true }) }
}

interface Problem {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}

/** An answer before it is sent. `replayed` says that nothing was executed for it. */
export type Answer =
  | { readonly kind: 'previewed'; readonly body: object }
  | { readonly kind: 'executed'; readonly status: number; readonly replayed: boolean; readonly body: object }
  | { readonly kind: 'rejected'; readonly problem: Problem; readonly retryAfterSeconds?: number }

/** The answer of a confirmed request. */
export function answerOf(operation: string, key: string, status: number, outcome: Outcome<Executed>): Answer {
  const executed = { state: 'executed', operation }
  switch (outcome.kind) {
    case 'executed': {
      const { status: _, ...recorded } = recordOfWrite(status, outcome.answer)
      const { secret } = outcome.answer
      const idempotency = { key, replayed: false, expires_at: timestamp(outcome.expiresAt) }
      const data = { ...executed, ...recorded, ...(secret === undefined ? {} : { secret }) }
      return { kind: 'executed', status, replayed: false, body: { data, meta: { idempotency } } }
    }
    case 'replayed': {
      const { status: first, ...recorded } = JSON.parse(outcome.result) as Recorded
      const idempotency = { key, replayed: true, expires_at: timestamp(outcome.expiresAt) }
      const body = { data: { ...executed, ...recorded }, meta: { idempotency } }
      return { kind: 'executed', status: first, replayed: true, body }
    }
    case 'resolved_executed': {
      const idempotency = { key, replayed: true, expires_at: null, resolved_by_operator: true }
      const body = { data: { ...executed, result: null }, meta: { idempotency } }
      return { kind: 'executed', status: 200, replayed: true, body }
    }
    case 'arguments_differ':
      return rejected(409, 'idempotency_conflict', 'Idempotency conflict', 'This key is recorded with other arguments.')
    case 'still_executing': {
      const detail = 'The same request is executing. Repeat it with the same key.'
      return { ...rejected(409, 'request_in_progress', 'Request in progress', detail), retryAfterSeconds: 5 }
    }
    case 'outcome_unknown':
      return rejected(
        409,
        'outcome_unknown',
        'Outcome unknown',
        'It is not known whether this request was executed. Read the resource; do not repeat the request with a new key.',
      )
  }
}

export function rejected(status: number, code: string, title: string, detail: string) {
  return { kind: 'rejected', problem: { status, code, title, detail } } as const
}

/** Sends an answer. `typeOf` gives the `type` of a problem. */
export function send(res: ServerResponse, answer: Answer, typeOf: (code: string) => string): void {
  switch (answer.kind) {
    case 'previewed':
      sendJson(res, 200, answer.body)
      break
    case 'executed':
      if (answer.replayed) res.setHeader('Idempotent-Replayed', 'true')
      sendJson(res, answer.status, answer.body)
      break
    case 'rejected': {
      const { problem, retryAfterSeconds } = answer
      if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds))
      sendJson(res, problem.status, { type: typeOf(problem.code), ...problem }, 'application/problem+json')
      break
    }
  }
}

function sendJson(res: ServerResponse, status: number, body: object, type = 'application/json'): void {
  res.statusCode = status
  res.setHeader('Content-Type', `${type}; charset=utf-8`)
  // An answer may hold a secret, and none is the answer to anybody else.
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'private, no-store')
  res.end(JSON.stringify(body))
}

const timestamp = (ms: number) => new Date(ms).toISOString()
