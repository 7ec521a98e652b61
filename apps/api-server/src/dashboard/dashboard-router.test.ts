import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboardRouter } from './dashboard-router.ts'

const SIGNED_IN = { headers: { cookie: 'footfall_session=any' } }

describe('the dashboard’s files', () => {
  let directory: string
  let server: Server
  let origin: string

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'footfall-dashboard-'))
    await mkdir(join(directory, 'dashboard'))
    const script = 'export const answer = 42\n'.repeat(100)
    await writeFile(join(directory, 'index.html'), '<!doctype html><title>Footfall</title>')
    await writeFile(join(directory, 'dashboard', 'index-abc.js'), script)
    await writeFile(join(directory, 'dashboard', 'index-abc.js.gz'), gzipSync(script))
    await writeFile(join(directory, 'dashboard', 'vanishing-abc.js'), script)
    const app = express()
    app.use(dashboardRouter((req) => req.headers.cookie !== undefined, directory))
    server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await rm(directory, { recursive: true, force: true })
  })

  it('serves one document at the address of every page', async () => {
    for (const path of [
      '/',
      '/products',
      '/products/prd_1',
      '/products/prd_1/settings/team',
      '/account/tokens',
      '/welcome',
    ]) {
      const response = await fetch(origin + path, SIGNED_IN)
      expect({ path, status: response.status }).toEqual({ path, status: 200 })
      expect(await response.text()).toContain('<title>Footfall</title>')
    }
  })

  it('redirects a browser without a session to the sign-in, except for an invitation', async () => {
    const answer = async (path: string) => {
      const { status, headers } = await fetch(origin + path, { redirect: 'manual' })
      return { status, to: headers.get('location'), kept: headers.get('cache-control') }
    }
    const path = '/products/prd_1?period=7d&segment=seg_1'
    const to = '/sign-in?next=%2Fproducts%2Fprd_1%3Fperiod%3D7d%26segment%3Dseg_1'
    expect(await answer(path)).toEqual({ status: 302, to, kept: 'no-store' })
    expect(await answer('/')).toMatchObject({ status: 302, to: '/sign-in?next=%2F' })
    expect(await answer('/invitation')).toMatchObject({ status: 200, to: null })
  })

  it('returns 404 for addresses that are not pages of the dashboard', async () => {
    for (const path of ['/nowhere', '/accounts', '/welcome/x', '/dashboard/missing.js', '/dashboard/..%2findex.html']) {
      expect({ path, status: (await fetch(origin + path)).status }).toEqual({ path, status: 404 })
    }
    expect((await fetch(origin, { method: 'POST' })).status).toBe(404)
  })

  it('allows no inline code, no external resources and no frames', async () => {
    const { headers } = await fetch(`${origin}/products/prd_1`, SIGNED_IN)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('http')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })

  it('lets browsers keep files with a hash in their names, and revalidate others', async () => {
    const page = await fetch(origin, SIGNED_IN)
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
    const script = await fetch(`${origin}/dashboard/index-abc.js`)
    expect(script.headers.get('cache-control')).toBe('public,max-age=31536000,immutable')
    expect(script.headers.get('content-type')).toContain('javascript')
  })

  it('serves files compressed, as they were compressed when built', async () => {
    const script = await fetch(`${origin}/dashboard/index-abc.js`, { headers: { 'accept-encoding': 'gzip' } })
    expect(script.headers.get('content-encoding')).toBe('gzip')
    expect(script.headers.get('vary')).toBe('Accept-Encoding')
    expect((await script.text()).startsWith('export const answer')).toBe(true)
  })

  it('fails only the request for a file that vanished while the service runs', async () => {
    await rm(join(directory, 'dashboard', 'vanishing-abc.js'))
    await expect(fetch(`${origin}/dashboard/vanishing-abc.js`).then((response) => response.text())).rejects.toThrow()
    expect((await fetch(`${origin}/dashboard/index-abc.js`)).status).toBe(200)
  })
})
