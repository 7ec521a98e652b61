import type { RequestHandler } from 'express'

/**
 * No script, no frame around the page, nothing stored. There is no `form-action`: it would also forbid where the answer
 * to a form redirects to, and that may be an application waiting for its authorization.
 */
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

export const pageHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', POLICY)
  res.setHeader('X-Frame-Options', 'DENY')
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  // Not `no-referrer`: under it browsers post forms with the origin `null`.
  res.setHeader('Referrer-Policy', 'same-origin')
  res.setHeader('Cache-Control', 'private, no-store')
  next()
}
