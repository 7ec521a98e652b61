import { createHash } from 'node:crypto'
import { compressedOnce } from '@footfall/http-primitives'
import { extraScript, trackerScript } from '@footfall/tracker/script'
import { type RequestHandler, Router } from 'express'

/** The scripts that pages load: public, cached for an hour, with a hash of their content as `ETag`. */
export function trackerRouter(): Router {
  const router = Router()
  router.get('/js/footfall.js', served(trackerScript))
  router.get('/js/footfall-extra.js', served(extraScript))
  return router
}

function served(script: string): RequestHandler {
  const body = compressedOnce(Buffer.from(script))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return (req, res) => {
    res.setHeader('Content-Type', 'text/javascript; charset=utf-8')
    res.setHeader('Cache-Control', 'public, max-age=3600')
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    res.setHeader('Access-Control-Allow-Origin', '*')
    res.setHeader('ETag', etag)
    // Weak where the script was sent compressed.
    if (req.headers['if-none-match']?.replace(/^W\//, '') === etag) res.status(304).end()
    else res.end(body)
  }
}
