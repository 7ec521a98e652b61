import { readFileSync } from 'node:fs'
import { Router } from 'express'

const ASSETS = {
  '/assets/pages.css': 'pages.css',
  '/assets/icon.svg': 'icon.svg',
  '/assets/reset-password.js': 'reset-password.js',
} as const

/** What the pages load: beside this module in the sources, and beside the built server. */
export function assetsRouter(): Router {
  const router = Router()
  for (const [path, file] of Object.entries(ASSETS)) {
    const body = readFileSync(new URL(`./${file}`, import.meta.url))
    router.get(path, (_req, res) => {
      res.setHeader('Cache-Control', 'public, max-age=3600')
      // An image opened by itself could otherwise run what is in it.
      res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
      res.type(file.slice(file.lastIndexOf('.'))).send(body)
    })
  }
  return router
}
