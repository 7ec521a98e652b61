import type { ServerResponse } from 'node:http'
import { messagePage } from '@footfall/web'
import { type RequestHandler, Router } from 'express'
import sirv from 'sirv'

/** Files of this service only, nothing inline, no form, no frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The site of the documentation at `/docs/`, and its list of pages for agents at `/llms.txt`. The addresses of pages have no
 * slash at the end, since their links are relative. `directory` is undefined where the site was not built.
 */
export function docsRouter(directory: string | undefined): Router {
  const router = Router()
  const files = directory === undefined ? notBuilt : siteFiles(directory)
  router.get('/llms.txt', files)
  router.get(['/docs', '/docs/{*page}'], (req, res, next) => {
    const address = addressWithin(req.path)
    if (address !== req.path) return res.redirect(301, address + req.url.slice(req.path.length))
    req.url = req.url.slice('/docs'.length)
    files(req, res, (error) => {
      req.url = `/docs${req.url}`
      next(error)
    })
  })
  return router
}

/** The address of the site for a path: a slash behind `/docs`, and none behind the address of a page. */
function addressWithin(path: string): string {
  const page = path.replace(/\/+$/, '')
  return page === '/docs' ? '/docs/' : page.replace(/^\/docs\/+/, '/docs/')
}

/** The files are listed on the first request, because few services serve their documentation. */
function siteFiles(directory: string): RequestHandler {
  let serve: ReturnType<typeof sirv> | undefined
  return (req, res, next) => {
    serve ??= sirv(directory, { gzip: true, brotli: true, etag: true, extensions: ['html'], setHeaders: headersOf })
    // A file can disappear when a release is unpacked over the running one: only the request for it fails.
    res.once('pipe', (file) => file.once('error', () => res.destroy()))
    serve(req, res, next)
  }
}

function headersOf(res: ServerResponse, path: string): void {
  res.setHeader('Content-Security-Policy', POLICY)
  res.setHeader('X-Frame-Options', 'DENY')
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  res.setHeader('Cache-Control', cacheControlOf(path))
  const type = typeOf(path)
  if (type !== undefined) res.setHeader('Content-Type', `${type}; charset=utf-8`)
}

/** Files in `assets` have a hash of their content in their names; all others change with a release. */
function cacheControlOf(path: string): string {
  if (/^\/assets\/.+-[0-9a-f]{10}\./.test(path)) return 'public, max-age=31536000, immutable'
  return path.startsWith('/images/') ? 'public, max-age=86400' : 'public, no-cache'
}

/** Files of the repository are text to a browser, whatever they contain. */
function typeOf(path: string): string | undefined {
  if (path.startsWith('/files/') || path.endsWith('.txt')) return 'text/plain'
  return path.endsWith('.md') ? 'text/markdown' : undefined
}

/** Only in a checkout; published packages contain the files. */
const notBuilt: RequestHandler = (_req, res) => {
  const hint = 'Run “pnpm build” once, and start the service again.'
  const page = messagePage({ language: 'en' }, 'The documentation is not built', hint)
  res.status(503).type('html').send(page)
}
