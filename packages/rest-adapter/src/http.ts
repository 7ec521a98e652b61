import { AskerGone, type Clock, MethodNotAllowed, NotFound } from '@footfall/core-domain'
import { createFailureLog, type ErrorLog } from '@footfall/operations'
import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { toProblem } from './problem.ts'

/** Gives every response a `Request-Id`; an id sent by the caller is ignored. */
export function requestIds(newRequestId: () => string): RequestHandler {
  return (_req, res, next) => {
    if (typeof res.locals.requestId === 'string') return next()
    const id = newRequestId()
    res.locals.requestId = id
    res.setHeader('Request-Id', id)
    next()
  }
}

export function requestId(res: Response): string {
  return typeof res.locals.requestId === 'string' ? res.locals.requestId : ''
}

/** Sends JSON without an ETag, since authenticated responses are not stored. */
export function sendJson(res: Response, status: number, body: unknown, type = 'application/json; charset=utf-8'): void {
  sendPrepared(res, status, JSON.stringify(body), type)
}

/** Sends JSON that was serialized once, for a constant response. */
export function sendPrepared(
  res: Response,
  status: number,
  json: string | Buffer,
  type = 'application/json; charset=utf-8',
): void {
  res.statusCode = status
  res.setHeader('Content-Type', type)
  res.end(json)
}

export const methodNotAllowed =
  (allow: readonly string[]): RequestHandler =>
  () => {
    throw new MethodNotAllowed(allow)
  }

export const nothingHere: RequestHandler = () => {
  throw new NotFound()
}

/** The one catch of the adapter: whatever was thrown becomes a problem. */
export function problemHandler(log: ErrorLog, clock: Clock): ErrorRequestHandler {
  const logFailure = createFailureLog(log, clock)
  return (error, _req, res, next) => {
    if (error instanceof AskerGone) return void res.destroy()
    if (res.headersSent) return next(error)
    const id = requestId(res)
    const answer = toProblem(error, id)
    const { problem, headers } = answer
    logFailure(id, answer.error)
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    sendJson(res, problem.status, problem, 'application/problem+json')
  }
}
