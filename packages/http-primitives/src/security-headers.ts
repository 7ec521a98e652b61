import type { Middleware } from './middleware.ts'

/**
 * A year, which browsers renew with every answer. Without `includeSubDomains`, since the hosts below belong to others,
 * and without `preload`, since nobody can take that back.
 */
const STRICT_TRANSPORT = 'max-age=31536000'

/** What every answer carries, also refusals: `nosniff`, and on https the order to come back by https alone. */
export function securityHeaders(baseUrl: string): Middleware {
  const isHttps = baseUrl.startsWith('https:')
  return (_req, res, next) => {
    res.setHeader('X-Content-Type-Options', 'nosniff')
    if (isHttps) res.setHeader('Strict-Transport-Security', STRICT_TRANSPORT)
    next()
  }
}
