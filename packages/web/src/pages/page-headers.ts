import type { RequestHandler } from 'express'

/**
 * No scripts, no framing, no caching. No `form-action`: browsers also apply it to the redirect that follows a form, which can
 * lead to an application.
 */
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** For pages with a script that asks for a passkey and posts the answer to this service. */
export const passkeyScript: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', `${POLICY}; script-src 'self'; connect-src 'self'`)
  next()
}

export const pageHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', POLICY)
  res.setHeader('X-Frame-Options', 'DENY')
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  // Not `no-referrer`: under it browsers post forms with the origin `null`.
  res.setHeader('Referrer-Policy', 'same-origin')
  res.setHeader('Cache-Control', 'private, no-store')
  next()
}

/** For the few pages with a script. It comes after `pageHeaders`. */
export const allowOwnScript: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', `${res.getHeader('Content-Security-Policy')}; script-src 'self'`)
  next()
}
