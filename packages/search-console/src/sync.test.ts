import type { ServerResponse } from 'node:http'
import {
  demoProperty,
  HOUR_MS,
  type ProductId,
  type ProviderConnection,
  ServiceUnavailable,
  timestamp,
} from '@footfall/core-domain'
import { seedProduct, seedProductOf, testDatabase } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { openEngine } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type SearchConsoleSyncOptions, syncSearchConsole } from './sync.ts'
import { apiError, CLIENT, type GoogleStandIn, json, type ReportRow, startGoogle } from './test-support/index.ts'

const PROVIDER = 'google_search_console'
/** Tokens lie open here, so that tests read them. */
const OPEN = { prefix: '', seal: (token: string) => token, open: (token: string) => token }
const SECRETS = [CLIENT.secret, 'refresh-', 'ya29.']

describe('the Search Console sync', () => {
  const database = testDatabase('sqlite')
  const { clock } = database
  let google: GoogleStandIn
  const engine = testEngine()
  const log: string[] = []
  const bumped: ProductId[] = []
  const connected: ProductId[] = []

  beforeAll(async () => {
    google = await startGoogle()
  })
  afterAll(() => google.close())
  afterEach(async () => {
    google.reset()
    for (const secret of SECRETS) expect(log.join('\n')).not.toContain(secret)
    for (const list of [log, bumped]) list.length = 0
    clock.set('2026-11-20T12:00:00.000Z')
    // Connections of earlier tests are never due again.
    for (const product of connected.splice(0)) await change(product, { synced_at: timestamp(Date.UTC(2090, 0, 1)) })
  })

  const logger = (level: string) => (fields: object, message: string) =>
    log.push(JSON.stringify({ level, message, ...fields }))
  const sync = (over: Partial<SearchConsoleSyncOptions> = {}) =>
    syncSearchConsole({
      store: database.store,
      sealer: OPEN,
      engine,
      clock,
      fetch,
      client: CLIENT,
      apiBaseUrl: google.url,
      tokenUrl: google.tokenUrl,
      bump: (product) => bumped.push(product),
      logger: { info: logger('info'), warn: logger('warn'), error: logger('error') },
      ...over,
    })

  async function connect(rows: readonly ReportRow[] = []): Promise<ProductId> {
    const { product } = await seedProduct(database)
    return connectProduct(product, rows)
  }
  async function connectProduct(product: ProductId, rows: readonly ReportRow[] = []): Promise<ProductId> {
    google.properties.set(propertyOf(product), rows)
    connected.push(product)
    await database.store.integrations.put({
      product,
      provider: PROVIDER,
      status: 'connected',
      detail: undefined,
      property: propertyOf(product),
      properties: [],
      refresh_token: `refresh-${product}`,
      synced_at: undefined,
      sync_requested_at: undefined,
      updated_at: timestamp(clock.now()),
    })
    return product
  }
  const propertyOf = (product: ProductId) => `https://${product.toLowerCase()}.example/a b/`
  async function connectionOf(product: ProductId): Promise<ProviderConnection> {
    const found = await database.store.integrations.connection(product, PROVIDER)
    if (!found) throw new Error('not connected')
    return found
  }
  async function change(product: ProductId, over: Partial<ProviderConnection>): Promise<void> {
    await database.store.integrations.put({ ...(await connectionOf(product)), ...over })
  }
  const stored = (product: ProductId) =>
    engine.rows(
      `SELECT toString(date) AS date, query, page, country, device, clicks, impressions, position
       FROM search_console FINAL WHERE product_id = '${product}' ORDER BY date, query`,
    )
  const countOf = async (product: ProductId) => (await stored(product)).length

  it('reads all data that the provider keeps at first, month by month, and stores it in our spelling', async () => {
    const product = await connect([
      row('2026-11-17', { query: "quo'te;\n\\ 🧪 \ud800", country: 'deu', device: 'MOBILE', clicks: 3 }),
      row('2025-07-20', { query: 'first day', country: 'usa', device: 'DESKTOP' }),
      row('2025-07-19', { query: 'too long ago' }),
      row('2026-01-31', { query: 'nowhere', country: 'zzz', device: 'TABLET' }),
    ])
    await sync()
    expect(await stored(product)).toEqual([
      { ...STORED, date: '2025-07-20', query: 'first day', country: 'US', device: 'desktop' },
      { ...STORED, date: '2026-01-31', query: 'nowhere', country: '', device: 'tablet' },
      { ...STORED, date: '2026-11-17', query: "quo'te;\n\\ 🧪 \ufffd", country: 'DE', device: 'mobile', clicks: 3 },
    ])
    const ranges = google.queries.filter(({ startRow }) => startRow === 0)
    expect(ranges.map(({ startDate, endDate }) => `${startDate} ${endDate}`)).toEqual([
      '2025-07-20 2025-07-31',
      ...['2025-08-01 2025-08-31', '2025-09-01 2025-09-30', '2025-10-01 2025-10-31', '2025-11-01 2025-11-30'],
      ...['2025-12-01 2025-12-31', '2026-01-01 2026-01-31', '2026-02-01 2026-02-28', '2026-03-01 2026-03-31'],
      ...['2026-04-01 2026-04-30', '2026-05-01 2026-05-31', '2026-06-01 2026-06-30', '2026-07-01 2026-07-31'],
      ...['2026-08-01 2026-08-31', '2026-09-01 2026-09-30', '2026-10-01 2026-10-31'],
      '2026-11-01 2026-11-20',
    ])
    expect(google.queries[0]).toMatchObject({
      property: propertyOf(product),
      dimensions: ['date', 'query', 'page', 'country', 'device'],
      dataState: 'final',
      rowLimit: 25_000,
    })
    expect(google.tokensIssued).toBe(1)
    expect(bumped).toEqual([product])
    expect(await connectionOf(product)).toMatchObject({
      status: 'connected',
      synced_at: '2026-11-20T12:00:00.000Z',
      refresh_token: `refresh-${product}`,
    })
  })

  it('requests nothing from Google for the made-up property of the demo', async () => {
    const product = await connect()
    await change(product, { property: demoProperty('lumen-notes.example') })
    await sync()
    expect(google.queries).toEqual([])
    expect(await connectionOf(product)).toMatchObject({ status: 'connected', synced_at: undefined })
  })

  it('reads further pages of a property until one is empty', async () => {
    const rows = Array.from({ length: 25_001 }, (_, i) => row('2026-11-10', { query: `q${i}`, clicks: 30_000 - i }))
    const product = await connect(rows)
    await sync()
    expect(await countOf(product)).toBe(25_001)
    const november = google.queries.filter(({ startDate }) => startDate === '2026-11-01')
    expect(november.map(({ startRow }) => startRow)).toEqual([0, 25_000, 50_000])
  })

  it('syncs again after six hours and replaces the metrics of the last five final days', async () => {
    const day = (date: string, clicks: number) => row(date, { query: date, clicks })
    const product = await connect([day('2026-11-12', 1), day('2026-11-13', 1), day('2026-11-17', 1)])
    await sync()
    google.properties.set(propertyOf(product), [
      day('2026-11-12', 9),
      day('2026-11-13', 5),
      day('2026-11-17', 2),
      day('2026-11-18', 4),
    ])
    const { length: before } = google.queries
    clock.advance(6 * HOUR_MS)
    await sync()
    expect(google.queries).toHaveLength(before)
    clock.advance(1)
    await sync()
    expect(google.queries[before]).toMatchObject({ startDate: '2026-11-13', endDate: '2026-11-20' })
    const clicks = (await stored(product)).map((stored) => (stored as { clicks: number }).clicks)
    expect(clicks).toEqual([1, 5, 2, 4])
  })

  it('syncs one connection of each account in turn', async () => {
    const { people } = await seedProduct(database)
    const many = new Set<ProductId>()
    for (let i = 0; i < 4; i++) many.add(await connectProduct(await seedProductOf(database, people.owner.account)))
    const one = await connect()
    await sync()
    const synced = [...new Set(google.queries.map(({ property }) => property))]
    expect(synced).toHaveLength(5)
    expect(synced.indexOf(propertyOf(one))).toBeLessThan(2)
    for (const product of many) expect((await connectionOf(product)).synced_at).toBeDefined()
  })

  it('syncs up to the day in the provider’s time zone', async () => {
    clock.set('2026-11-20T07:59:00.000Z')
    await connect()
    await sync()
    expect(google.queries.at(-1)).toMatchObject({ endDate: '2026-11-19' })
  })

  it('reads the last month again for a property that never had rows', async () => {
    const product = await connect()
    await sync()
    const { length: before } = google.queries
    clock.advance(24 * HOUR_MS)
    await sync()
    expect(google.queries[before]).toMatchObject({ startDate: '2026-10-20' })
    expect(bumped).toEqual([])
    expect(await connectionOf(product)).toMatchObject({ status: 'connected', synced_at: timestamp(clock.now()) })
  })

  it('requests another access token when the first one expires during a sync', async () => {
    const product = await connect([row('2026-11-10')])
    google.expiresIn = 120
    google.interfere = (_, request) => {
      if (request !== 'token') clock.advance(30_000)
      return false
    }
    await sync()
    expect(google.tokensIssued).toBeGreaterThan(5)
    expect(await connectionOf(product)).toMatchObject({ status: 'connected' })
  })

  it('reports that a person has to connect again when access was revoked, keeps the token, and continues with the others', async () => {
    const products = [await connect([row('2026-11-10')]), await connect([row('2026-11-10')]), await connect()]
    const [gone, other] = products.toSorted() as [ProductId, ProductId]
    google.revoked.add(`refresh-${gone}`)
    await sync()
    expect(await connectionOf(gone)).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('Connect Search Console again'),
      refresh_token: `refresh-${gone}`,
      synced_at: undefined,
    })
    expect(await connectionOf(other)).toMatchObject({ status: 'connected' })
    google.revoked.clear()
    await sync()
    expect(await connectionOf(gone)).toMatchObject({ status: 'error' })
    clock.advance(HOUR_MS)
    await sync()
    expect(await connectionOf(gone)).toMatchObject({ status: 'connected', detail: undefined })
  })

  it('syncs immediately after a person connected again', async () => {
    const product = await connect()
    google.revoked.add(`refresh-${product}`)
    await sync()
    await change(product, { status: 'connected', detail: undefined, refresh_token: 'refresh-new' })
    await sync()
    expect(await connectionOf(product)).toMatchObject({ status: 'connected', refresh_token: 'refresh-new' })
    expect(google.queries).not.toHaveLength(0)
  })

  const quota = 'quota is used up'
  const unavailable = 'Google did not answer'
  const unexpected = 'does not understand'
  const raw = (status: number, body: string) => (response: ServerResponse) => response.writeHead(status).end(body)
  const says = (status: number, body: object) => (response: ServerResponse) => json(response, status, body)
  const badRow = (over: object) => says(200, { rows: [{ ...row('2026-11-10'), ...over }] })

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['401 UNAUTHENTICATED', says(401, apiError(401, 'UNAUTHENTICATED', 'authError')), 'Connect Search Console again'],
    ['403 forbidden', says(403, apiError(403, 'PERMISSION_DENIED', 'forbidden')), 'may not read this property'],
    ['403 quotaExceeded', says(403, apiError(403, 'PERMISSION_DENIED', 'quotaExceeded')), quota],
    ['403 without the scope', says(403, apiError(403, 'PERMISSION_DENIED', 'insufficientPermissions')), 'allow it'],
    ['403 accessNotConfigured', says(403, apiError(403, 'PERMISSION_DENIED', 'accessNotConfigured')), 'not enabled'],
    ['403 without words', raw(403, ''), 'may not read this property'],
    ['404', says(404, apiError(404, 'NOT_FOUND', 'notFound')), 'does not know this property'],
    ['429', says(429, apiError(429, 'RESOURCE_EXHAUSTED', 'rateLimitExceeded')), quota],
    ['429 of a proxy', raw(429, '<html>slow down</html>'), quota],
    ['500', raw(500, 'Internal error ya29.token'), unavailable],
    ['503', says(503, apiError(503, 'UNAVAILABLE', 'backendError')), unavailable],
    ['418', raw(418, ''), unexpected],
    ['malformed JSON', raw(200, '{"rows": [{"keys"'), unexpected],
    ['JSON of another form', says(200, { rows: 'none' }), unexpected],
    ['a row with a key too few', badRow({ keys: ['2026-11-10', 'q', 'p', 'usa'] }), unexpected],
    ['a day that does not exist', badRow({ keys: ['2026-11-31', 'q', 'p', 'usa', 'MOBILE'] }), unexpected],
    ['a day that was not asked for', badRow({ keys: ['2027-11-10', 'q', 'p', 'usa', 'MOBILE'] }), unexpected],
    ['numbers below zero', badRow({ clicks: -1 }), unexpected],
    ['more than it may hold', raw(200, `{}${' '.repeat(300_000)}`), unexpected],
    ['a redirect', (response) => response.writeHead(307, { Location: '/elsewhere' }).end(), unavailable],
    ['a connection that breaks', (response) => response.destroy(), unavailable],
  ])('explains what to do on %s', async (_, misbehave, detail) => {
    const product = await connect([row('2026-11-10')])
    google.interfere = (response, request) => {
      if (request === 'token') return false
      misbehave(response)
      return true
    }
    await sync({ responseBytesMax: 200_000 })
    await expectFailed(product, detail)
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['nothing', () => {}],
    ['half an answer', (response) => response.writeHead(200).write('{"rows": [')],
  ])('explains what to do on %s for too long', async (_, misbehave) => {
    const product = await connect([row('2026-11-10')])
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    google.interfere = (response, request) => {
      if (request === 'token') return false
      misbehave(response)
      isAsked()
      return true
    }
    /** The time of a request is over only once Google has been asked what it does not answer. */
    const patient: typeof globalThis.fetch = (url, { signal, ...request } = {}) => {
      const ending = new AbortController()
      signal?.addEventListener('abort', () => void asked.then(() => ending.abort(signal.reason)))
      return fetch(url, { ...request, signal: ending.signal })
    }
    await sync({ fetch: patient, requestTimeoutMs: 100 })
    await expectFailed(product, unavailable)
  })

  async function expectFailed(product: ProductId, detail: string): Promise<void> {
    const { status, detail: said, synced_at } = await connectionOf(product)
    expect({ status, synced_at }).toEqual({ status: 'error', synced_at: undefined })
    expect(said).toContain(detail)
    expect(await countOf(product)).toBe(0)
    expect(google.queries).toHaveLength(1)
    expect(log).toHaveLength(1)
  }

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['invalid_client', says(401, { error: 'invalid_client' }), 'GOOGLE_CLIENT_ID'],
    ['401 invalid_grant', says(401, { error: 'invalid_grant' }), 'Connect Search Console again'],
    ['429', raw(429, ''), quota],
    ['502', raw(502, '<html>'), unavailable],
    ['a token without a token', says(200, { token_type: 'Bearer' }), unexpected],
    ['malformed JSON', raw(200, 'ya29.x'), unexpected],
  ])('explains what to do when the token endpoint returns %s', async (_, misbehave, detail) => {
    const product = await connect()
    google.interfere = (response, request) => {
      if (request !== 'token') return false
      misbehave(response)
      return true
    }
    await sync()
    expect((await connectionOf(product)).detail).toContain(detail)
    expect(google.queries).toEqual([])
  })

  it('reads the month again in which a first sync was interrupted, and leaves the months before it unchanged', async () => {
    const many = Array.from({ length: 25_001 }, (_, i) => row('2026-03-31', { query: `q${i}`, clicks: 30_000 - i }))
    const rows = [row('2026-02-10'), ...many, row('2026-03-02', { clicks: 0 }), row('2026-11-01')]
    const product = await connect(rows)
    google.interfere = (response, request) => {
      if (typeof request === 'string' || request.startRow === 0 || request.startDate !== '2026-03-01') return false
      raw(500, '')(response)
      return true
    }
    await sync()
    expect(await connectionOf(product)).toMatchObject({ status: 'error', synced_at: undefined })
    expect(await countOf(product)).toBe(25_001)
    google.interfere = () => false
    const { length: before } = google.queries
    clock.advance(HOUR_MS)
    await sync()
    expect(google.queries[before]).toMatchObject({ startDate: '2026-03-01' })
    expect(await countOf(product)).toBe(rows.length)
  })

  it('does not treat the days of an interrupted later sync as complete', async () => {
    const product = await connect([row('2026-11-17')])
    await sync()
    clock.set('2026-12-20T12:00:00.000Z')
    const rows = [row('2026-11-17'), row('2026-11-20'), row('2026-12-15', { clicks: 9 }), row('2026-12-01')]
    google.properties.set(propertyOf(product), rows)
    google.interfere = (response, request) => {
      if (typeof request === 'string' || request.startDate !== '2026-12-01' || request.startRow > 0) return false
      // The best row of the month, and then nothing more.
      json(response, 200, { rows: [rows[2]] })
      google.interfere = (after) => {
        raw(503, '')(after)
        return true
      }
      return true
    }
    await sync()
    expect(await countOf(product)).toBe(3)
    google.interfere = () => false
    clock.advance(HOUR_MS)
    await sync()
    expect(await countOf(product)).toBe(4)
  })

  it('keeps a change that a person made during the sync', async () => {
    const product = await connect()
    const afterwards = { refresh_token: 'refresh-by-hand', updated_at: timestamp(clock.now() + 5) }
    google.interfere = (response, request) => {
      if (request === 'token' || google.queries.length > 1) return false
      change(product, afterwards).then(
        () => json(response, 200, {}),
        () => response.destroy(),
      )
      return true
    }
    await sync()
    expect(google.queries).toHaveLength(17)
    expect(await connectionOf(product)).toMatchObject({ ...afterwards, synced_at: undefined })
  })

  it('reports an internal error of a sync without its message, and continues with the others', async () => {
    const [withRows, without] = [await connect([row('2026-11-10', { query: 'private words' })]), await connect()]
    const broken: Engine = {
      ...engine,
      insert: (table, format, rows, token) => engine.insert(table, format, `[${rows}`, token),
    }
    await sync({ engine: broken })
    expect(await connectionOf(withRows)).toMatchObject({ status: 'error', detail: expect.stringContaining('operator') })
    expect(await connectionOf(without)).toMatchObject({ status: 'connected' })
    expect(log.join()).toMatch(/"level":"error".*"code":"\d+"/)
    expect(log.join()).not.toContain('private words')
  })

  it('marks no connection as failed when the engine is unavailable', async () => {
    const product = await connect()
    const before = await connectionOf(product)
    const away = await openEngine({ remote: { url: 'http://127.0.0.1:1' } })
    await expect(sync({ engine: away })).rejects.toBeInstanceOf(ServiceUnavailable)
    expect(await connectionOf(product)).toEqual(before)
    await away.close()
  })

  it('ends a sync when the service stops, and marks no connection as failed', async () => {
    const product = await connect()
    const before = await connectionOf(product)
    const stop = new AbortController()
    google.interfere = (_, request) => {
      if (request !== 'token') stop.abort()
      return request !== 'token'
    }
    await sync({ signal: stop.signal })
    expect(google.queries).toHaveLength(1)
    expect(await connectionOf(product)).toEqual(before)
    expect(log).toEqual([])
  })
})

const STORED = { page: 'https://example.com/', clicks: 1, impressions: 10, position: 2.5 }

function row(
  date: string,
  over: Partial<Record<'query' | 'country' | 'device', string>> & { readonly clicks?: number } = {},
): ReportRow {
  const { query = 'q', country = 'usa', device = 'DESKTOP', clicks = 1 } = over
  return { keys: [date, query, STORED.page, country, device], clicks, impressions: 10, position: 2.5 }
}
