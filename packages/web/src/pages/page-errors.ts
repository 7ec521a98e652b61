import type { Clock } from '@footfall/core-domain'
import { createFailureLog, type ErrorLog } from '@footfall/operations'
import { requestId, toProblem } from '@footfall/rest-adapter'
import type { ErrorRequestHandler } from 'express'
import { messagePage } from './sign-in-pages.ts'

/** Answers an error with a page, and with the status and headers that it has in the REST API. */
export function pageErrors(log: ErrorLog, clock: Clock): ErrorRequestHandler {
  const logFailure = createFailureLog(log, clock)
  return (error, _req, res, next) => {
    if (res.headersSent) return next(error)
    const id = requestId(res)
    const answer = toProblem(error, id)
    const { problem, headers } = answer
    logFailure(id, answer.error)
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    res.status(problem.status).type('html').send(messagePage(problem.title, problem.detail))
  }
}
