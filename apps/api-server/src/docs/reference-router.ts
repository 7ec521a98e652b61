import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressedOnce } from '@footfall/http-primitives'
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
<noscript><p>The reference needs JavaScript. The same content is in <a href="/openapi.json">openapi.json</a>.</p></noscript>
<script src="/docs/api/reference.js"></script>
<script src="/docs/api/start.js"></script>
</body>
</html>
`

const START = `Scalar.createApiReference('#reference', {
  url: '/openapi.json', withDefaultFonts: false, telemetry: false, hideClientButton: true, showDeveloperTools: 'never',
  agent: { disabled: true }, mcp: { disabled: true }
})
`

/** The page loads nothing from another origin. */
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

/** The reference page at `/docs/api`: a script of this service renders `/openapi.json`. */
export function referenceRouter(): Router {
  const router = Router()
  const path = referenceScript()
  let script: Promise<Buffer> | undefined
  router.get('/docs/api', (_req, res) => {
    res.setHeader('Content-Security-Policy', POLICY)
    res.type('html').send(PAGE)
  })
  router.get('/docs/api/start.js', (_req, res) => {
    res.type('text/javascript').send(START)
  })
  router.get('/docs/api/reference.js', async (_req, res) => {
    // Read on the first request, because few services serve their reference.
    script ??= readFile(path).then(compressedOnce)
    res.setHeader('Cache-Control', 'public, max-age=86400')
    res.type('text/javascript').send(await script)
  })
  return router
}

/** Next to the built server, or in the package if the server is not built. */
function referenceScript(): string {
  const built = fileURLToPath(new URL('./assets/reference.js', import.meta.url))
  if (existsSync(built)) return built
  return join(dirname(fileURLToPath(import.meta.resolve('@scalar/api-reference'))), 'browser', 'standalone.js')
}
