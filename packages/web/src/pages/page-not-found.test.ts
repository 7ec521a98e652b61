import { testServer } from '@footfall/testkit'
import express from 'express'
import { beforeAll, expect, it } from 'vitest'
import { pageNotFound } from './page-not-found.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

const server = testServer()
let origin: string

beforeAll(async () => {
  const app = express()
  app.use(pageNotFound, (_req, res) => void res.status(404).type('application/problem+json').send('{"status":404}'))
  server.handle(app)
  origin = server.origin
})

const ask = (headers: Record<string, string>, method = 'GET') => fetch(`${origin}/nope`, { method, headers })

it('answers a browser with a page that links back and is not cached', async () => {
  const response = await ask({ accept: BROWSER })
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await response.text()
  expect(page).toContain('<h1>Page not found</h1>')
  expect(page).toContain('<a href="/">')
})

it.each([
  ['anything', { accept: '*/*' }],
  ['JSON', { accept: 'application/json' }],
  ['JSON before HTML', { accept: 'application/problem+json, text/html;q=0.5' }],
])('leaves a request that accepts %s to the problem document', async (_, headers) => {
  const response = await ask(headers)
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  expect(response.headers.get('vary')).toContain('Accept')
})

it('leaves a form that was sent to a wrong address to the problem document', async () => {
  expect((await ask({ accept: BROWSER }, 'POST')).headers.get('content-type')).toContain('application/problem+json')
})
