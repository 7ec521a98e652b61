import { type ErrorLog, toProblem } from '@footfall/rest-adapter'
import type { ErrorRequestHandler } from 'express'
import { messagePage } from './sign-in-pages.ts'

/** The one catch of the pages: whatever was thrown becomes a page with the status and headers it has everywhere. */
export function pageErrors(log: ErrorLog): ErrorRequestHandler {
  return (error, _req, res, next) => {
    if (res.headersSent) return next(error)
    const id = String(res.locals.requestId ?? '')
    const { problem, headers } = toProblem(error, id)
    if (problem.code === 'internal_error') log.error({ request_id: id, err: error }, 'request failed')
    else if (problem.code === 'service_unavailable')
      log.warn({ request_id: id, err: error.cause }, 'this request could not be served now')
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    res.status(problem.status).type('html').send(messagePage(problem.title, problem.detail))
  }
}
