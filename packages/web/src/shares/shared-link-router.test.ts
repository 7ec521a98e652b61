import { createLinkPasswords, hashPassword } from '@footfall/accounts'
import { timestamp } from '@footfall/core-domain'
import { createLinkProofs } from '@footfall/operations'
import { servicesOn } from '@footfall/operations/test-support'
import { describeEachDialect, type SeededSharedLink, seedProduct, seedSharedLink, testServer } from '@footfall/testkit'
import express from 'express'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { sharedLinkRouter } from './shared-link-router.ts'

const PASSWORD = 'correct horse'
const ORIGINS = ['https://partner.example', 'https://www.partner.example:8443']

describeEachDialect('the pages of shared links', (database) => {
  const server = testServer()
  let origin: string
  let product: Awaited<ReturnType<typeof seedProduct>>['product']
  let link: SeededSharedLink
  let guarded: SeededSharedLink

  beforeAll(async () => {
    const { clock, control } = database
    const key = new Uint8Array(32).fill(3)
    const quiet = { info: () => {}, error: () => {}, warn: () => {} }
    const services = servicesOn(database)
    const app = express()
    app.disable('etag')
    app.use(
      sharedLinkRouter({
        operations: services,
        store: database.store,
        rateLimiter: control.rateLimiter,
        rateLimits: { requests: 0 },
        linkProofs: createLinkProofs(key, clock),
        linkPasswords: createLinkPasswords({
          attempts: control.signInAttempts,
          rateLimiter: control.rateLimiter,
          clock,
          key,
        }),
        dashboard: {
          policy: (ancestors) => `default-src 'none'; frame-ancestors ${ancestors}`,
          send: (_req, res) => void res.type('html').send('<title>Dashboard</title>'),
        },
        clock,
        log: quiet,
      }),
    )
    server.handle(app)
    origin = server.origin
  })
  beforeEach(async () => {
    product = (await seedProduct(database)).product
    link = await seedSharedLink(database, product, { embed_origins: ORIGINS })
    const passwordHash = await hashPassword(PASSWORD, database.random)
    guarded = await seedSharedLink(database, product, { passwordHash })
  })

  const page = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${origin}/share/${path}`, { redirect: 'manual', ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const open = async (credential: string, body: object = {}) => {
    const response = await fetch(`${origin}/share/open`, {
      method: 'POST',
      headers: { authorization: `Footfall-Share ${credential}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
    const answer: any = await response.json()
    return { status: response.status, headers: response.headers, ...answer }
  }
  const ancestors = ({ headers }: Awaited<ReturnType<typeof page>>) =>
    /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]

  it('a shared link shows the dashboard, without caching, indexing or a Referer', async () => {
    for (const path of [link.secret, `${link.secret}/goals`]) {
      const shown = await page(path)
      expect({ path, status: shown.status, text: shown.text }).toEqual({
        path,
        status: 200,
        text: '<title>Dashboard</title>',
      })
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'x-frame-options': 'DENY',
      })
      expect(ancestors(shown)).toBe("'none'")
    }
  })

  it('a shared link can be framed with ?embed=1 by the origins of the link, and by no other page', async () => {
    const embedded = await page(`${link.secret}?embed=1`)
    expect(ancestors(embedded)).toBe(ORIGINS.join(' '))
    expect(embedded.headers.get('x-frame-options')).toBeNull()
    for (const query of ['', '?embed=0', '?embed=true', '?embed=1x', '?Embed=1'])
      expect([query, ancestors(await page(link.secret + query))]).toEqual([query, "'none'"])
    expect(ancestors(await page(`${guarded.secret}?embed=1`))).toBe("'none'")
  })

  it('unknown, ended and expired links have one and the same page', async () => {
    const at = database.clock.now()
    const expired = await seedSharedLink(database, product, { expires_at: timestamp(at + 1) })
    const ended = await seedSharedLink(database, product, { embed_origins: ORIGINS })
    await database.store.transaction((tx) => tx.store.sharedLinks.end(product, ended.id, timestamp(at)))
    database.clock.advance(1)
    const unknown = 'x'.repeat(43)
    const answers = await Promise.all(
      [unknown, expired.secret, ended.secret, `${ended.secret}?embed=1`, 'short', '%00', '..%2f..', link.id].map(
        (path) => page(path),
      ),
    )
    for (const { status, headers, text } of answers) {
      expect({ status, text }).toEqual({ status: 404, text: answers[0]?.text })
      expect(ancestors({ status, headers, text })).toBe("'none'")
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    }
    expect(answers[0]?.text).toContain('This link doesn’t work')
    expect((await open(unknown)).status).toBe(404)
    expect((await open(ended.secret)).status).toBe(404)
  })

  it('a shared link answers HEAD like GET, OPTIONS identically for every address, and no other method', async () => {
    expect((await page(link.secret, { method: 'HEAD' })).status).toBe(200)
    expect((await page('x'.repeat(43), { method: 'HEAD' })).status).toBe(404)
    const [known, unknown] = [
      await page(link.secret, { method: 'OPTIONS' }),
      await page('x'.repeat(43), { method: 'OPTIONS' }),
    ]
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    expect(known.headers.get('access-control-allow-origin')).toBeNull()
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await page(link.secret, { method })).status).toBe(404)
  })

  it('a shared link without a password opens at once', async () => {
    const { status, data } = await open(link.secret)
    expect({ status, data }).toMatchObject({
      status: 200,
      data: { state: 'open', proof: null, product: { id: product, name: 'Example' }, sections: ['overview'] },
    })
  })

  it('a shared link reveals nothing before its password, and opens with a proof after it', async () => {
    const before = await open(guarded.secret)
    expect(before.data).toEqual({ state: 'password_required' })
    const opened = await open(guarded.secret, { password: PASSWORD })
    expect(opened.data).toMatchObject({ state: 'open', product: { id: product } })
    expect((await open(`${guarded.secret}.${opened.data.proof}`)).data.state).toBe('open')
    expect((await open(`${link.secret}.${opened.data.proof}`)).data.state).toBe('open')
    expect((await open(`${guarded.secret}.1.x`)).data.state).toBe('password_required')
  })

  it('delays guesses at a password by link and network, and rejects even the right one meanwhile', async () => {
    const guess = (password: string) => open(guarded.secret, { password })
    for (let i = 0; i < 4; i++)
      expect(await guess(`wrong ${i}`)).toMatchObject({ status: 400, code: 'invalid_request' })
    const rejected = await guess(PASSWORD)
    expect(rejected).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(rejected.headers.get('retry-after')).toBe('1')
    const other = await seedSharedLink(database, product, {
      passwordHash: await hashPassword(PASSWORD, database.random),
    })
    expect((await open(other.secret, { password: PASSWORD })).data.state).toBe('open')
    database.clock.advance(1_000)
    expect((await guess(PASSWORD)).data.state).toBe('open')
  })

  it.each([
    ['no credential', {}],
    ['a credential of another scheme', { authorization: 'Bearer abc' }],
  ])('a shared link does not open with %s', async (_, headers) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' }
    expect((await page('open', init)).status).toBe(404)
  })

  it('rejects unknown fields in the body by name', async () => {
    expect(await open(link.secret, { secret: 1 })).toMatchObject({ status: 400, errors: [{ path: 'secret' }] })
    expect(await open(link.secret, { password: 'x'.repeat(2_000) })).toMatchObject({ status: 400 })
  })
})
