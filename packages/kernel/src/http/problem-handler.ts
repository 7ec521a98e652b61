import type { IncomingMessage, ServerResponse } from 'node:http'
import { CallerGone, type Clock } from '@footfall/core-domain'
import { requestId } from '@footfall/http-primitives'
import type { ErrorLog } from '../error-log.ts'
import { createFailureLog } from '../failure-log.ts'
import type { Problem, Problems } from '../problem.ts'
import { problemResponse } from './problem-response.ts'

/** Express recognizes it by its four parameters. */
export type ErrorHandler = (
  error: unknown,
  req: IncomingMessage,
  res: ServerResponse,
  next: (error: unknown) => void,
) => void

/** The error handler of a router: responds with a problem as JSON. */
export function createProblemHandler(log: ErrorLog, clock: Clock, problems: Pick<Problems, 'problemOf'>): ErrorHandler {
  return createErrorHandler(log, clock, problems, (res, problem) => {
    res.setHeader('Content-Type', 'application/problem+json')
    res.end(JSON.stringify(problem))
  })
}

/** The same for a response in another form. `send` writes the body; status and headers are set. */
export function createErrorHandler(
  log: ErrorLog,
  clock: Clock,
  problems: Pick<Problems, 'problemOf'>,
  send: (res: ServerResponse, problem: Problem) => void,
): ErrorHandler {
  const logFailure = createFailureLog(log, clock)
  return (error, _req, res, next) => {
    if (error instanceof CallerGone) return void res.destroy()
    if (res.headersSent) return next(error)
    const id = requestId(res)
    const { problem, headers, error: cause } = problemResponse(error, id, problems)
    logFailure(id, cause)
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    res.statusCode = problem.status
    send(res, problem)
  }
}
