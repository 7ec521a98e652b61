import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Served, serve } from './test-support.ts'

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const PAYLOADS = [
  "' OR '1'='1",
  "'; DROP TABLE events; --",
  '\\',
  '`events`',
  "x') UNION ALL SELECT * FROM system.tables --",
  '#{7*7}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '\u0000',
  '\u202e\u0007',
  '😀'.repeat(40),
  'x'.repeat(3000),
]

describe('bad input', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let served: Served
  let seeded: SeededProduct
  let token: string

  beforeAll(async () => {
    seeded = await seedProduct(database)
    token = (await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })).secret
    served = await serve({ ...servicesOn(database), ...(await engine.services(database)) })
  })
  beforeEach(() => served.logged.splice(0))
  afterAll(() => served.close())

  const stats = (parameters: Record<string, string>, raw = '') => {
    const query = new URLSearchParams({
      product: seeded.product,
      metric: 'visitors',
      from: '2026-11-01',
      to: '2026-11-20',
      ...parameters,
    })
    return served.get(`/api/v1/stats?${query}${raw}`, token)
  }
  const filter = (change: object) => JSON.stringify([{ dimension: 'page', operator: 'is', values: ['/'], ...change }])

  it.each([
    ['an unknown metric', { metric: 'happiness' }, 'metric'],
    ['a day that does not exist', { from: '2026-02-30' }, 'from'],
    ['a day in another form', { to: '20.11.2026' }, 'to'],
    ['a day before counting began', { from: '1812-01-01' }, 'from'],
    ['a day beyond counting', { to: '9999-01-01' }, 'to'],
    ['an end before the start', { from: '2026-11-20', to: '2026-11-01' }, 'to'],
    ['more than ten years', { from: '2010-01-01' }, 'to'],
    ['a zone that does not exist', { tz: 'Mars/Olympus_Mons' }, 'tz'],
    ['an offset for a zone', { tz: '+02:00' }, 'tz'],
    ['an interval nobody knows', { interval: 'fortnight' }, 'interval'],
    ['a dimension nobody knows', { dimension: 'shoe_size' }, 'dimension'],
    ['a property without a name', { dimension: 'property:' }, 'dimension'],
    ['a comparison nobody knows', { compare: 'next_period' }, 'compare'],
    ['filters that are not JSON', { filters: '[{' }, 'filters'],
    ['filters that are not a list', { filters: '{}' }, 'filters'],
    ['a filter that is not an object', { filters: '["page"]' }, 'filters.0'],
    ['a filter with an unknown operator', { filters: filter({ operator: 'like' }) }, 'filters.0.operator'],
    ['a filter with an unknown dimension', { filters: filter({ dimension: 'shoe_size' }) }, 'filters.0.dimension'],
    ['a filter without values', { filters: filter({ values: [] }) }, 'filters.0.values'],
    ['a filter with a number for a value', { filters: filter({ values: [7] }) }, 'filters.0.values.0'],
    ['a filter with a huge value', { filters: filter({ values: ['x'.repeat(5000)] }) }, 'filters.0.values.0'],
    ['a filter with an unknown field', { filters: filter({ surprise: 1 }) }, 'filters.0.surprise'],
    [
      '21 filters',
      { filters: JSON.stringify(Array(21).fill({ dimension: 'page', operator: 'is', values: ['/'] })) },
      'filters',
    ],
    ['a limit of zero', { dimension: 'page', limit: '0' }, 'limit'],
    ['a limit of 201', { dimension: 'page', limit: '201' }, 'limit'],
    ['half a limit', { dimension: 'page', limit: '1.5' }, 'limit'],
    ['words for a limit', { dimension: 'page', limit: 'many' }, 'limit'],
    ['a cursor that nobody gave out', { dimension: 'page', cursor: 'AAAA' }, 'cursor'],
    ['a cursor without a breakdown', { cursor: 'AAAA' }, 'cursor'],
  ])('rejects %s in a statistics query by the name of the parameter', async (_, parameters, path) => {
    const { status, body } = await stats(parameters as unknown as Record<string, string>)
    expect({ status, code: body.code, path: body.errors?.[0]?.path }).toEqual({
      status: 400,
      code: 'invalid_request',
      path,
    })
  })

  it('names every field that is wrong, not only the first', async () => {
    const { body } = await stats({ metric: 'x', tz: 'x', interval: 'x' })
    expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(['interval', 'metric', 'tz'])
    const undecodable = await stats({ tz: 'x', filters: '[{' }, '&to=2026-11-21')
    expect(undecodable.body.errors).toMatchObject([
      { path: 'filters', message: 'must be JSON' },
      { path: 'to', message: 'is given more than once' },
      { path: 'tz' },
    ])
  })

  it.each([
    ['a parameter of one value given twice', '&to=2026-11-21', 'to'],
    ['a list whose second parameter is unknown', '&metric=happiness', 'metric'],
    ['a list whose second parameter is empty', '&metric=', 'metric'],
    ['JSON given twice', '&filters=[]&filters=[]', 'filters'],
    ['a parameter that poisons prototypes', '&__proto__[x]=1', '__proto__[x]'],
    ['bytes that are not UTF-8', '&tz=%FF%FE', 'query'],
    ['a broken escape', '&tz=%E0%A4', 'query'],
  ])('rejects %s by the name of the parameter', async (_, raw, path) => {
    const { status, body } = await stats({}, raw)
    expect({ status, path: body.errors?.[0]?.path }).toEqual({ status: 400, path })
  })

  it.each([
    ['a path that is not UTF-8', '/api/v1/products/%FF'],
    ['a broken escape in a path', '/api/v1/products/%E0%A4'],
  ])('returns 400, not 500, for %s', async (_, path) => {
    expect(await served.get(path, token)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  it('rejects a query with more than 500 parameters and decodes no more', async () => {
    const { status, body } = await stats({}, '&'.repeat(500).concat('%'))
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [{ path: 'query', message: 'must have at most 500 parameters' }],
    })
  })

  it.each(PAYLOADS.map((payload) => [JSON.stringify(payload).slice(0, 40), payload]))(
    '%s is data in every text of a query: it is rejected or searched for, and never an internal error',
    async (_, payload) => {
      const answers = await Promise.all([
        ...(['metric', 'from', 'tz', 'interval', 'dimension', 'compare', 'cursor', 'filters', 'product'] as const).map(
          (name) => stats({ [name]: payload }),
        ),
        stats({ filters: filter({ values: [payload] }) }),
        stats({ filters: filter({ operator: 'contains', values: [payload] }) }),
        stats({ filters: filter({ operator: 'matches', values: [`*${payload}*`] }) }),
        stats({ dimension: `property:${payload}` }),
        stats({ filters: filter({ dimension: `property:${payload}` }) }),
      ])
      for (const { status } of answers) expect([200, 400, 404]).toContain(status)
      expect(served.logged).toEqual([])
    },
  )

  /** Five properties whose names and values take so many bytes together. */
  const sized = (bytes: number) =>
    Object.fromEntries(
      // Each name is one byte; an é is two.
      Array.from({ length: 5 }, (_, i) => [String(i), i < 4 ? 'é'.repeat(900) : 'x'.repeat(bytes - 5 - 4 * 1_800)]),
    )
  const event = (change: object) =>
    JSON.stringify({ product: seeded.product, name: 'pageview', url: 'https://example.com/', ...change })
  const collect = (body: string | Uint8Array | undefined, headers: Record<string, string> = {}) =>
    served.send('POST', '/api/event', body, { 'content-type': 'application/json', 'user-agent': BROWSER, ...headers })

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a number for a name', { name: 5 }, 'name'],
    ['nothing but control characters for a name', { name: '\u0000\u0007' }, 'name'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
    ['no address', { url: undefined }, 'url'],
    ['a relative address', { url: '/pricing' }, 'url'],
    ['an address of 3000 characters', { url: `https://example.com/${'x'.repeat(3000)}` }, 'url'],
    ['a list for properties', { props: [] }, 'props'],
    ['a nested property', { props: { a: { b: 1 } } }, 'props.a'],
    ['a property without a name', { props: { '': 'x' } }, 'props'],
    ['31 properties', { props: Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`p${i}`, 1])) }, 'props'],
    ['properties of 8 KiB and a byte', { props: sized(8 * 1024 + 1) }, 'props'],
    ['a huge property', { props: { a: 'x'.repeat(2001) } }, 'props.a'],
    ['words for revenue', { revenue: { amount: 'much', currency: 'EUR' } }, 'revenue.amount'],
    ['a currency nobody knows', { revenue: { amount: '1', currency: 'ZZZ' } }, 'revenue.currency'],
    ['a negative width', { width: -1 }, 'width'],
    ['half a pixel of width', { width: 1.5 }, 'width'],
    ['hints without brands', { hints: { platform: 'Windows' } }, 'hints.brands'],
    ['a brand of 65 characters', { hints: { brands: ['Brave', 'x'.repeat(65)] } }, 'hints.brands.1'],
    ['an unknown hint', { hints: { brands: [], model: 'x' } }, 'hints.model'],
    ['words for automation', { automated: 'yes' }, 'automated'],
    ['an unknown field', { surprise: true }, 'surprise'],
    ['no product', { product: undefined }, 'product'],
  ])('rejects an event with %s by the name of the field', async (_, change, path) => {
    const { status, body } = await collect(event(change))
    expect({ status, code: body.code, path: body.errors?.[0]?.path }).toEqual({
      status: 400,
      code: 'invalid_request',
      path,
    })
  })

  it.each([
    ['nothing', ''],
    ['half of JSON', '{"product":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['text', '"event"'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['four thousand brackets', `{"props":${'['.repeat(4_000)}${']'.repeat(4_000)}}`],
  ])('rejects a body of %s with an error that names the body', async (_, body) => {
    const rejected = { code: 'invalid_request', errors: [{ path: 'body', message: expect.any(String) }] }
    expect(await collect(body)).toMatchObject({ status: 400, body: rejected })
  })

  it('rejects a body in a charset other than UTF-8, and accepts UTF-8 by name', async () => {
    const as = (charset: string) => collect(event({}), { 'content-type': `application/json; charset=${charset}` })
    expect(await as('utf-16le')).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    for (const charset of ['utf-8', '"UTF-8"']) expect(await as(charset)).toMatchObject({ status: 202 })
  })

  it('returns different errors for a body over 256 KiB, another media type and an unknown product', async () => {
    expect(await collect('x'.repeat(256 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    })
    expect(await collect(event({}), { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 415,
    })
    expect(await collect(event({}), { 'content-encoding': 'br2' })).toMatchObject({ status: 415 })
    expect(await collect(event({ product: 'prd_nobody' }))).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('accepts an event with properties of exactly 8 KiB together', async () => {
    expect(await collect(event({ props: sized(8 * 1024) }))).toMatchObject({ status: 202 })
  })

  it('a key named __proto__ in a body changes nothing but its own event', async () => {
    const body = `{"product":"${seeded.product}","name":"Polluted","url":"https://example.com/","props":{"__proto__":"x","constructor":"y","a'\\"\`b":"z"}}`
    expect(await collect(body)).toMatchObject({ status: 202, body: { accepted: true } })
    expect(({} as { x?: unknown }).x).toBeUndefined()
    expect(await collect(event({ product: undefined }).replace('{', '{"__proto__":{"product":"x"},'))).toMatchObject({
      status: 400,
    })
    await engine.flush()
    const filters = JSON.stringify([{ dimension: `property:a'"\`b`, operator: 'is', values: ['z'] }])
    expect(await stats({ metric: 'events', filters })).toMatchObject({ body: { data: { value: 1 } } })
  })

  it('a filter by a property takes a number and a boolean as the text that a page sent', async () => {
    expect(await collect(event({ name: 'Level', props: { level: 3, paid: true } }))).toMatchObject({ status: 202 })
    await engine.flush()
    for (const [dimension, values, found] of [
      ['property:level', [3], 1],
      ['property:level', ['3'], 1],
      ['property:paid', [true], 1],
    ] as const) {
      const filters = JSON.stringify([{ dimension, operator: 'is', values }])
      expect([dimension, values, await stats({ metric: 'events', filters })]).toMatchObject([
        dimension,
        values,
        { body: { data: { value: found } } },
      ])
    }
  })

  it('counts an event under its name without control characters and halves of surrogate pairs', async () => {
    expect(await collect(event({ name: 'Sign\u0000 up\ud800' }))).toMatchObject({ status: 202 })
    await engine.flush()
    expect(await stats({ metric: 'events', dimension: 'event', order: 'key:asc' })).toMatchObject({
      body: { data: { rows: expect.arrayContaining([expect.objectContaining({ key: 'Sign up\ufffd', value: 1 })]) } },
    })
  })

  it('counts only the six events that were accepted, and nothing of the bad input', async () => {
    await engine.flush()
    expect(await stats({ metric: 'events' })).toMatchObject({ body: { data: { value: 6 } } })
  })
})
