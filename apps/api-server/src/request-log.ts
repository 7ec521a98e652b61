import { requestId } from '@footfall/http-primitives'
import { KEPT_SECRET_PATH } from '@footfall/operations'
import { SHARE_PATH, UNSUBSCRIBE_PATH } from '@footfall/web'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/**
 * One line for each answered request at level debug, without query, headers and address: the log must hold no secret and
 * no personal data.
 */
export function requestLog(log: Logger): RequestHandler | undefined {
  if (!log.isLevelEnabled('debug')) return undefined
  return (req, res, next) => {
    const started = performance.now()
    const path = withoutSecret(req.path)
    res.on('finish', () => {
      log.debug(
        {
          method: req.method,
          path,
          status: res.statusCode,
          ms: Math.round(performance.now() - started),
          request_id: requestId(res),
        },
        'answered',
      )
    })
    next()
  }
}

/**
 * The address of a shared link holds its secret, that of a link of an email the right to unsubscribe, and that of a new secret the
 * handle by which its account finds it.
 */
function withoutSecret(path: string): string {
  const holder = [SHARE_PATH, UNSUBSCRIBE_PATH, KEPT_SECRET_PATH].find((prefix) =>
    path.toLowerCase().startsWith(`${prefix}/`),
  )
  return holder === undefined ? path : `${holder}/[secret]`
}
