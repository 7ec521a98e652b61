import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '@footfall/core-domain'
import { compressedOnce } from '@footfall/http-primitives'
import { languageOf, messagePage, type SharedDashboard } from '@footfall/web'
import { type Request, type RequestHandler, Router } from 'express'
import sirv from 'sirv'
import { builtDirectory } from '../built-directory.ts'

/** Pages of the dashboard: one document, whose script reads the address. */
const PAGES = ['/', '/products', '/products/{*path}', '/account/{*path}', '/welcome']
/** The page of the dashboard that needs no session. */
const INVITATION = '/invitation'

/** No other origin, nothing inline, framed only by the given origins; forms are sent only to this service. */
const policy = (frameAncestors: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
const POLICY = policy("'none'")

/**
 * The built dashboard: its document at the address of each page, and the hashed files that it refers to. A browser without a
 * session is sent to the sign-in, which leads back. The requests of the page check whether a session is valid.
 */
export function dashboardRouter(
  presentsSession: (req: Request) => boolean,
  directory = builtDirectory('dashboard'),
): Router {
  const router = Router()
  const page = documentOf(directory)
  router.get(INVITATION, pageHeaders, page)
  router.get(PAGES, pageHeaders, signInFirst(presentsSession), page)
  if (directory !== undefined) router.use('/dashboard', hashedFiles(join(directory, 'dashboard')))
  return router
}

/** The same document as the page of shared links. */
export function sharedDashboard(): SharedDashboard {
  return {
    policy,
    send: documentOf(builtDirectory('dashboard'), (html) => html.replace('<head>', `<head>\n    ${NOT_INDEXED}`)),
  }
}

const NOT_INDEXED = '<meta name="robots" content="noindex, nofollow">'

function documentOf(directory: string | undefined, change = (html: string) => html): RequestHandler {
  return directory === undefined ? notBuilt : documents(directory, change)
}

function signInFirst(presentsSession: (req: Request) => boolean): RequestHandler {
  return (req, res, next) => {
    if (presentsSession(req)) return next()
    res.setHeader('Cache-Control', 'no-store')
    res.redirect(`/sign-in?next=${encodeURIComponent(req.originalUrl)}`)
  }
}

const pageHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', POLICY)
  res.setHeader('X-Frame-Options', 'DENY')
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  res.setHeader('Referrer-Policy', 'same-origin')
  // The document refers to other files with every release; the files themselves are immutable.
  res.setHeader('Cache-Control', 'private, no-cache')
  next()
}

/** The document in the language of the person who opens it, so that no page changes its language while it loads. */
function documents(directory: string, change: (html: string) => string): RequestHandler {
  const documents = new Map(LANGUAGES.map((language) => [language, document(directory, language, change)]))
  return (_req, res) => {
    res.type('html').send(documents.get(languageOf(res)))
  }
}

function document(directory: string, language: Language, change: (html: string) => string) {
  const own = join(directory, `index.${language}.html`)
  const path = existsSync(own) ? own : join(directory, 'index.html')
  return compressedOnce(Buffer.from(change(readFileSync(path, 'utf8'))))
}

/** Only in a checkout; published packages contain the files. */
const notBuilt: RequestHandler = (_req, res) => {
  const page = messagePage(
    { language: 'en' },
    'The dashboard is not built',
    'Run “pnpm build” once, and start the service again.',
  )
  res.status(503).type('html').send(page)
}

/** Immutable files, whose names hold a hash of their content. */
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
    // A file can disappear when a release is unpacked over the running one. Without this listener, the error of its
    // stream would end the process.
    res.once('pipe', (file) => file.once('error', () => res.destroy()))
    serve(req, res, next)
  }
}
