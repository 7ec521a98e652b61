import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/**
 * One line per answered request at level debug. The path is logged without its query, and no header and no address
 * is: nothing here may hold a secret or a person.
 */
export function requestLog(log: Logger): RequestHandler | undefined {
  if (!log.isLevelEnabled('debug')) return undefined
  return (req, res, next) => {
    const started = performance.now()
    const path = req.path
    res.on('finish', () => {
      log.debug(
        {
          method: req.method,
          path,
          status: res.statusCode,
          ms: Math.round(performance.now() - started),
          request_id: res.locals.requestId,
        },
        'answered',
      )
    })
    next()
  }
}
