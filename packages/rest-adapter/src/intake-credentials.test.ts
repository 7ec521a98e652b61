import { request } from 'node:http'
import { type ConnectionId, mintSecret, type SecretKind, UNLIMITED } from '@footfall/core-domain'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededProduct, seedProduct, seedProductKey, seedToken } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openApiDocument } from './footfall/index.ts'
import { type Served, serve } from './test-support.ts'
import { fromOurPage, OUR_ORIGIN, type SignedIn, signedIn } from './test-support-session.ts'

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const engine = testEngine()

describeEachDialect('the intake routes and credentials', (database) => {
  const connection = mintSecret('oauth_access', database.random).secret.reveal()
  let served: Served
  let people: SignedIn
  let seeded: SeededProduct
  /** Products for which the collector received anything at all. */
  let collected: string[] = []
  /** What the headers of each event said of its browser. */
  let hinted: unknown[] = []
  /** Called with the id of every credential that was accepted. */
  let onUse: (id: string) => void = () => {}

  beforeAll(async () => {
    people = signedIn(database)
    const { analytics, collector, beginIntake } = await engine.services(database)
    served = await serve({
      ...servicesOn(database),
      ...people.services,
      usage: { used: (_: string, id: string) => onUse(id) },
      analytics,
      beginIntake,
      collector: {
        ...collector,
        event(event, origin) {
          collected.push(event.product)
          hinted.push(origin.hints)
          return collector.event(event, origin)
        },
        countRejected(product) {
          collected.push(product)
          collector.countRejected(product)
        },
      },
      oauth: {
        find: async (presented) =>
          presented === connection
            ? {
                connection: 'con_1' as ConnectionId,
                account: seeded.people.owner.account.id,
                scopes: ['analytics:read'],
                products: [seeded.product],
                limits: UNLIMITED,
              }
            : undefined,
        isActive: async () => true,
      },
    })
  })
  afterAll(() => served.close())
  beforeEach(async () => {
    collected = []
    hinted = []
    seeded = await seedProduct(database)
  })

  const token = async (change: Partial<Parameters<typeof seedToken>[2]> = {}) =>
    (await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES], ...change })).secret
  const key = async (
    kind: 'api' | 'payment' | 'crawler_intake' | 'ingest',
    status: 'active' | 'revoked' | 'disabled' = 'active',
  ) => (await seedProductKey(database, seeded.product, { kind, status })).secret
  const send = (path: string, body: object, headers: Record<string, string>) =>
    served.send('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
  const event = (headers: Record<string, string>, change: object = {}) =>
    send(
      '/api/event',
      { product: seeded.product, name: 'pageview', url: 'https://example.com/', ...change },
      { 'user-agent': BROWSER, ...headers },
    )
  const unknown = (kind: SecretKind) => mintSecret(kind, database.random).secret.reveal()

  describe('POST /api/event', () => {
    it('accepts an event without a credential, whatever cookie is sent', async () => {
      const cookie = await people.cookieOf(seeded.people.owner.account)
      for (const headers of [{}, { cookie }, { cookie, origin: 'https://example.com' }])
        expect((await event(headers)).status).toBe(202)
      expect(collected).toHaveLength(3)
    })

    it('accepts an event whatever parameters its address has, since proxies and sites add their own', async () => {
      const body = { product: seeded.product, name: 'pageview', url: 'https://example.com/' }
      expect((await send('/api/event?proxied=1&product=x', body, { 'user-agent': BROWSER })).status).toBe(202)
      expect(collected).toEqual([seeded.product])
    })

    it('passes on what the headers of client hints say, and nothing of headers without a brand', async () => {
      const brands = '"Chromium";v="142", "Brave";v="142"'
      const sent = [
        { 'sec-ch-ua': brands, 'sec-ch-ua-mobile': '?0', 'sec-ch-ua-platform': '"Windows"' },
        { 'sec-ch-ua': 'Brave', 'sec-ch-ua-platform': '"Windows"' },
        {},
      ]
      for (const headers of sent) expect((await event(headers)).status).toBe(202)
      expect(hinted).toEqual([
        { brands: ['Chromium 142', 'Brave 142'], mobile: false, platform: 'Windows' },
        undefined,
        undefined,
      ])
    })

    it.each([
      ['an account token', () => token()],
      ['an OAuth token', async () => connection],
      ['a Website API key that reads', () => key('api')],
      ['a Website API key for payments', () => key('payment')],
      ['a Website API key for crawler hits', () => key('crawler_intake')],
      ['a Website API key that sends events', () => key('ingest')],
    ])('rejects %s with 403, readable by a browser, and counts nothing', async (_, credential) => {
      const authorization = `Bearer ${await credential()}`
      for (const change of [{}, { name: 7 }, { surprise: 1 }]) {
        const { status, headers, body } = await event({ authorization }, change)
        expect({ status, code: body.code }).toEqual({ status: 403, code: 'credential_not_accepted' })
        expect(headers.get('access-control-allow-origin')).toBe('*')
        expect(headers.get('cache-control')).toBe('private, no-store')
      }
      expect(collected).toEqual([])
    })

    it.each([
      ['an unknown account token', async () => `Bearer ${unknown('account_token')}`],
      ['an unknown OAuth token', async () => `Bearer ${unknown('oauth_access')}`],
      ['an unknown Website API key', async () => `Bearer ${unknown('website_key')}`],
      ['an OAuth refresh token', async () => `Bearer ${unknown('oauth_refresh')}`],
      ['a revoked account token', async () => `Bearer ${await token({ status: 'revoked' })}`],
      ['a disabled Website API key', async () => `Bearer ${await key('payment', 'disabled')}`],
      ['garbage', async () => 'Bearer garbage'],
      ['another scheme', async () => 'Basic eDp5'],
      ['two credentials', async () => `Bearer ${await token()} ${await token()}`],
      ['an empty header', async () => ''],
    ])('rejects %s with 401 and the challenge, readable by a browser, and counts nothing', async (_, authorization) => {
      const cookie = await people.cookieOf(seeded.people.owner.account)
      const { status, headers, body } = await event({
        authorization: await authorization(),
        cookie,
        origin: OUR_ORIGIN,
      })
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_token' })
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(collected).toEqual([])
    })

    it('rejects an account token that has expired with 401', async () => {
      const expires_at = new Date(database.clock.now() + 1000).toISOString() as never
      const authorization = `Bearer ${await token({ expires_at })}`
      expect((await event({ authorization })).status).toBe(403)
      database.clock.advance(1000)
      expect((await event({ authorization })).status).toBe(401)
    })

    it('the OpenAPI description of POST /api/event has both errors', () => {
      const { responses } = openApiDocument('https://stats.example').paths?.['/api/event']?.post ?? {}
      expect(responses?.['401']).toEqual({ $ref: '#/components/responses/InvalidToken' })
      expect(responses?.['403']).toEqual({ $ref: '#/components/responses/CredentialNotAccepted' })
    })
  })

  describe('POST /api/events', () => {
    const of = (change: object = {}) => ({
      name: 'pageview',
      url: 'https://example.com/',
      timestamp: new Date(database.clock.now()).toISOString(),
      ip: '81.2.69.142',
      user_agent: BROWSER,
      ...change,
    })
    const batch = async (events: readonly unknown[]) =>
      send('/api/events', { events }, { authorization: `Bearer ${await key('ingest')}` })

    it('accepts each event of a batch separately, says what is wrong with the others, and counts an id once', async () => {
      const later = new Date(database.clock.now() + 86_400_000).toISOString()
      // The databases of both dialects share an engine, and their first products an id.
      const id = `a-${database.dialect}`
      const { status, body } = await batch([
        of({ id }),
        of({ name: '' }),
        of({ id }),
        of({ timestamp: later }),
        of({ suprise: 1, ip: 'nowhere' }),
        'text',
        of({ visitor: 'u-1' }),
      ])
      expect(status).toBe(202)
      expect(body.data).toMatchObject({ accepted: 1, refused: 5, duplicates: 1 })
      expect(
        body.data.results.map(({ index, state, errors }: Record<string, never>) => [
          index,
          state,
          (errors as undefined | { path: string }[])?.map(({ path }) => path),
        ]),
      ).toEqual([
        [0, 'accepted', undefined],
        [1, 'refused', ['name']],
        [2, 'duplicate', undefined],
        [3, 'refused', ['timestamp']],
        [4, 'refused', expect.arrayContaining(['ip', 'suprise'])],
        [5, 'refused', ['']],
        [6, 'refused', ['visitor']],
      ])
    })

    it('rejects a whole batch that is empty, has more than a thousand events, or is larger than 2 MiB', async () => {
      expect(await batch([])).toMatchObject({ status: 400, body: { errors: [{ path: 'events' }] } })
      expect(await batch(Array(1001).fill(of()))).toMatchObject({ status: 400, body: { errors: [{ path: 'events' }] } })
      expect((await batch(Array(1000).fill(of()))).status).toBe(202)
      expect((await batch([of({ title: 'x'.repeat(3 * 1024 ** 2) })])).status).toBe(413)
    })

    it('takes a thousand events with thirty properties each, and rejects a batch with more than 50,000 values', async () => {
      const props = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, 1]))
      expect((await batch(Array(1000).fill(of({ props: props(30) })))).status).toBe(202)
      expect(await batch([of({ props: props(50_000) })])).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'body', message: 'must hold at most 50000 values' }] },
      })
    })

    it('suggests similar names for the first ten rejected events of a batch, and names the fields of the others', async () => {
      const { body } = await batch(Array.from({ length: 12 }, () => of({ titel: 'Home' })))
      const errors = body.data.results.map((result: { errors: object[] }) => result.errors[0])
      expect(errors.slice(0, 10)).toEqual(Array(10).fill(expect.objectContaining({ did_you_mean: ['title'] })))
      expect(errors.slice(10)).toEqual(Array(2).fill({ path: 'titel', message: 'is not a known field' }))
    })

    it('describes one event and the response of a batch in OpenAPI', () => {
      const route = openApiDocument('https://stats.example').paths?.['/api/events']?.post
      const text = JSON.stringify(route)
      for (const word of ['timestamp', 'user_agent', 'duplicate', 'maxItems']) expect(text).toContain(word)
    })
  })

  it('accepts a payment for a payment key, and rejects one that was held open until the key ended', async () => {
    const { secret, key } = await seedProductKey(database, seeded.product, {
      kind: 'payment',
      account: seeded.people.admin.account.id,
    })
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const body = { id: 'pay_1', amount: '9.90', currency: 'EUR' }
    expect((await send('/api/v1/payments', body, headers)).status).toBe(201)
    const authenticated = new Promise<void>((resolve) => {
      onUse = (used) => used === key.id && resolve()
    })
    const held = request(`${served.url}/api/v1/payments`, { method: 'POST', headers })
    const status = new Promise<number | undefined>((resolve, reject) => {
      held.on('error', reject).on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
    })
    held.write('{"id":"held",')
    await authenticated
    const { owner, admin } = seeded.people
    const cookie = await people.cookieOf(owner.account)
    const member = `/api/v1/products/${seeded.product}/members/${admin.member}`
    expect((await fromOurPage(served, cookie, 'DELETE', member)).status).toBe(200)
    held.end('"amount":"1","currency":"EUR"}')
    expect(await status).toBe(401)
  })

  describe.each([
    ['/api/v1/crawls', 'crawler_intake', { hits: [] }],
    ['/api/v1/payments', 'payment', { id: 'p', amount: '1', currency: 'EUR' }],
    ['/api/events', 'ingest', { events: [] }],
  ] as const)('POST %s', (path, accepted, body) => {
    it('rejects every other kind of credential with 403, and a missing or invalid one with 401', async () => {
      const cookie = await people.cookieOf(seeded.people.owner.account)
      const other = accepted === 'payment' ? 'crawler_intake' : 'payment'
      const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
      for (const headers of [
        bearer(await token()),
        bearer(connection),
        bearer(await key('api')),
        bearer(await key(other)),
        { cookie, origin: OUR_ORIGIN, 'sec-fetch-site': 'same-origin' },
      ])
        expect(await send(path, body, headers)).toMatchObject({
          status: 403,
          body: { code: 'credential_not_accepted' },
        })
      for (const headers of [
        {},
        bearer('garbage'),
        bearer(unknown('website_key')),
        bearer(await key(accepted, 'revoked')),
        { ...bearer('garbage'), cookie, origin: OUR_ORIGIN },
      ])
        expect(await send(path, body, headers)).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
    })

    it('rejects query parameters by name, after it has checked the credential', async () => {
      const authorization = `Bearer ${await key(accepted)}`
      expect(await send(`${path}?surprise=1&more=`, body, { authorization })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'surprise' }, { path: 'more' }] },
      })
      expect((await send(`${path}?surprise=1`, body, {})).status).toBe(401)
    })
  })
})
