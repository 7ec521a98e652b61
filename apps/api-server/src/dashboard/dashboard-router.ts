import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messagePage } from '@footfall/web'
import { type RequestHandler, Router } from 'express'
import sirv from 'sirv'
import { dashboardDirectory } from './directory.ts'

/** Pages of the dashboard. They all are the same document; its script reads the address. */
const PAGES = ['/', '/products/{*path}', '/account/{*path}', '/invitation', '/welcome']

/** Nothing from elsewhere, nothing inline, in no frame; forms go to this service alone. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The built dashboard: its document at every page's address, and the hashed files that the document names. */
export function dashboardRouter(directory = dashboardDirectory()): Router {
  const router = Router()
  const page = directory === undefined ? notBuilt : document(join(directory, 'index.html'))
  router.get(PAGES, pageHeaders, page)
  if (directory !== undefined) router.use('/dashboard', hashedFiles(join(directory, 'dashboard')))
  return router
}

const pageHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', POLICY)
  res.setHeader('X-Frame-Options', 'DENY')
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  res.setHeader('Referrer-Policy', 'same-origin')
  // The files it names change with every release; they themselves are kept for good.
  res.setHeader('Cache-Control', 'private, no-cache')
  next()
}

function document(path: string): RequestHandler {
  const html = readFileSync(path)
  return (_req, res) => {
    res.type('html').send(html)
  }
}

/** Only in a checkout: what is published has the files in it. */
const notBuilt: RequestHandler = (_req, res) => {
  const page = messagePage('The dashboard is not built', 'Run “pnpm build” once, and start the service again.')
  res.status(503).type('html').send(page)
}

/** Never changed once made: their names hold a hash of what is in them. */
function hashedFiles(directory: string): RequestHandler {
  const serve = sirv(directory, {
    gzip: true,
    brotli: true,
    etag: true,
    maxAge: 31_536_000,
    immutable: true,
    setHeaders: (res) => res.setHeader('Cross-Origin-Resource-Policy', 'same-origin'),
  })
  return (req, res, next) => {
    // A file may be gone since the start, when a release is unpacked over the last one. Nobody else listens to the
    // stream's error, and an error that nobody listens to would end the whole service.
    res.once('pipe', (file) => file.once('error', () => res.destroy()))
    serve(req, res, next)
  }
}
