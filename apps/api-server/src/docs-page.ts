import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Router } from 'express'

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Footfall API reference</title>
</head>
<body>
<div id="reference"></div>
<noscript><p>The reference needs JavaScript; the same is in <a href="/openapi.json">openapi.json</a>.</p></noscript>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const START = `Scalar.createApiReference('#reference', {
  url: '/openapi.json', withDefaultFonts: false, telemetry: false, hideClientButton: true, showDeveloperTools: 'never',
  agent: { disabled: true }, mcp: { disabled: true }
})
`

/** Nothing is fetched from elsewhere, whatever the page's script would like. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The reference page at `/docs`, drawn from `/openapi.json` by a script that the service itself serves. */
export function docsRouter(): Router {
  const router = Router()
  const script = referenceScript()
  router.get('/docs', (_req, res) => {
    res.setHeader('Content-Security-Policy', POLICY)
    res.type('html').send(PAGE)
  })
  router.get('/docs/start.js', (_req, res) => {
    res.type('text/javascript').send(START)
  })
  router.get('/docs/reference.js', (_req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=86400')
    res.type('text/javascript').sendFile(script, { dotfiles: 'allow' })
  })
  return router
}

/** Beside the built server; in a checkout that was not built, the package's own file. */
function referenceScript(): string {
  const built = fileURLToPath(new URL('./assets/reference.js', import.meta.url))
  if (existsSync(built)) return built
  return join(dirname(fileURLToPath(import.meta.resolve('@scalar/api-reference'))), 'browser', 'standalone.js')
}
