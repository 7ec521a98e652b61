import type { Clock } from '@footfall/core-domain'
import type { ErrorLog } from '@footfall/kernel'
import { errorHandler } from '@footfall/operations'
import { messagePage } from './sign-in-pages.ts'

/** Answers an error with a page, and with the status and headers that it has in the REST API. */
export function pageErrors(log: ErrorLog, clock: Clock) {
  return errorHandler(log, clock, (res, { title, detail }) => {
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    res.end(messagePage(title, detail))
  })
}
