import { readFileSync } from 'node:fs'
import { compressedOnce } from '@footfall/http-primitives'
import { Router } from 'express'

const ASSETS = {
  '/assets/pages.css': 'pages.css',
  '/assets/icon.svg': 'icon.svg',
  '/assets/base64url.js': 'base64url.js',
  '/assets/passkey-set-up.js': 'passkey-set-up.js',
  '/assets/passkey-sign-in.js': 'passkey-sign-in.js',
  '/assets/reset-password.js': 'reset-password.js',
  '/assets/confirmed.js': 'confirmed.js',
} as const

/** The files that the pages load. They are in the folder of this module, also in a build. */
export function assetsRouter(): Router {
  const router = Router()
  for (const [path, file] of Object.entries(ASSETS)) {
    const body = compressedOnce(readFileSync(new URL(`./${file}`, import.meta.url)))
    router.get(path, (_req, res) => {
      res.setHeader('Cache-Control', 'public, max-age=3600')
      // An SVG image that is opened as a page could run scripts otherwise.
      res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
      res.type(file.slice(file.lastIndexOf('.'))).send(body)
    })
  }
  return router
}
