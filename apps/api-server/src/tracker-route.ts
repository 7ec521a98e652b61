import { createHash } from 'node:crypto'
import { compressedOnce } from '@footfall/http-primitives'
import { trackerScript } from '@footfall/tracker'
import { Router } from 'express'

/** The script that pages load: public, cached for an hour, with a hash of its content as `ETag`. */
export function trackerRouter(): Router {
  const router = Router()
  const body = compressedOnce(Buffer.from(trackerScript))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  router.get('/js/footfall.js', (req, res) => {
    res.setHeader('Content-Type', 'text/javascript; charset=utf-8')
    res.setHeader('Cache-Control', 'public, max-age=3600')
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    res.setHeader('Access-Control-Allow-Origin', '*')
    res.setHeader('ETag', etag)
    // Weak where the script was sent compressed.
    if (req.headers['if-none-match']?.replace(/^W\//, '') === etag) res.status(304).end()
    else res.end(body)
  })
  return router
}
