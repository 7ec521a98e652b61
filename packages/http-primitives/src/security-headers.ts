import type { Middleware } from './middleware.ts'

/**
 * One year, renewed with every response. Without `includeSubDomains`, since subdomains may belong to other services, and
 * without `preload`, since that is hard to undo.
 */
const STRICT_TRANSPORT = 'max-age=31536000'

/** Headers of every response: `nosniff`, and `Strict-Transport-Security` over https. */
export function securityHeaders(baseUrl: string): Middleware {
  if (!URL.canParse(baseUrl)) throw new TypeError(`baseUrl must be a URL, not ${JSON.stringify(baseUrl)}.`)
  const isHttps = baseUrl.startsWith('https:')
  return (_req, res, next) => {
    res.setHeader('X-Content-Type-Options', 'nosniff')
    if (isHttps) res.setHeader('Strict-Transport-Security', STRICT_TRANSPORT)
    next()
  }
}
