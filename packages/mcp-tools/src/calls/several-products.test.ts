import { SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { serveSuite } from '../test-support-suite.ts'

const agent = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`

describe('a question about several products', () => {
  const database = testDatabase('sqlite')
  const served = serveSuite(database)
  let seeded: SeededProduct
  let token: string
  let [shop, blog, empty] = ['', '', '']

  const rest = async (path: string, by = token) => served.rest('GET', path, undefined, by)
  const stats = (query: Record<string, string>, by = token) => rest(`/api/v1/stats?${new URLSearchParams(query)}`, by)
  const create = async (name: string) => {
    const { body } = await served.call(
      'service_products_create',
      { name, confirm: true, idempotency_key: name.replaceAll(' ', '_') },
      token,
    )
    return body.result.structuredContent.data.result.id as string
  }
  const visit = (product: string, version: number, name = 'pageview') =>
    fetch(`${served.url}/api/event`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'user-agent': agent(version) },
      body: JSON.stringify({ product, name, url: 'https://shop.example/' }),
    })

  beforeAll(async () => {
    seeded = await seedProduct(database, { name: 'Shop' })
    shop = seeded.product
    token = (await seedToken(database, seeded.people.owner.account, { scopes: SCOPES })).secret
    blog = await create('Blog')
    empty = await create('Never visited')
    // The same browser at the same address is a visitor of both.
    for (const [product, version] of [
      [shop, 140],
      [shop, 141],
      [blog, 140],
    ] as const)
      expect((await visit(product, version)).status).toBe(202)
    await served.flush()
  })

  it('the visitors of different products add up, and the answer lists the products', async () => {
    const { status, body } = await stats({ product: `${shop},${blog}`, metric: 'visitors', period: '7d' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ state: 'available', value: 3 })
    expect(body.meta).not.toHaveProperty('product')
    expect(body.meta.products).toMatchObject([
      { id: shop, name: 'Shop' },
      { id: blog, name: 'Blog' },
    ])
    const { body: each } = await stats({ product: `${shop},${blog}`, metric: 'visitors', dimension: 'product' })
    expect(each.data.rows).toMatchObject([
      { key: shop, label: 'Shop', value: 2 },
      { key: blog, label: 'Blog', value: 1 },
    ])
  })

  it('a filter by product takes names, and one that no product has is explained with near ones', async () => {
    const asked = (value: string) =>
      stats({
        product: 'all',
        metric: 'visitors',
        filters: JSON.stringify([{ dimension: 'product', operator: 'is', values: [value] }]),
      })
    const { body } = await asked('shop')
    expect(body.data).toMatchObject({ state: 'available', value: 2 })
    expect(body.meta.filters).toEqual([{ dimension: 'product', operator: 'is', values: [shop] }])
    expect((await asked('Shopp')).body).toMatchObject({
      data: { state: 'empty', reason: 'value_never_seen' },
      meta: { hints: [{ code: 'value_never_seen', value: 'Shopp', did_you_mean: [shop] }] },
    })
  })

  it('all products are counted, those without data as nothing and by name', async () => {
    const { body } = await stats({ product: 'all', metric: 'visitors', period: '7d' })
    expect(body.data).toMatchObject({ state: 'available', value: 3 })
    expect(body.meta.products_in_all).toBe(3)
    expect(body.meta.products.at(-1)).toMatchObject({
      id: empty,
      not_available: [{ metric: 'visitors', state: 'empty', reason: 'no_data_collected' }],
    })
  })

  it.each([
    ['without a goal', {}, 'metric_not_collected'],
    ['of a period that has not begun', { from: '2090-01-01', to: '2090-01-02' }, 'in_the_future'],
    ['of a period that is no longer kept', { from: '2010-01-01', to: '2010-01-02' }, 'beyond_retention'],
  ])('the report of goals %s lists the products', async (_, period, reason) => {
    const { status, body } = await rest(
      `/api/v1/stats/goals?${new URLSearchParams({ product: `${shop},${blog}`, ...period })}`,
    )
    expect({ status, data: body.data }).toMatchObject({ status: 200, data: { state: 'unavailable', reason } })
    expect(body.meta.products).toMatchObject([
      { id: shop, name: 'Shop', not_available: [{ metric: 'visitors', state: 'unavailable', reason }] },
      { id: blog, name: 'Blog' },
    ])
  })

  it.each([
    ['that has not begun', { from: '2090-01-01', to: '2090-01-02' }, 'in_the_future'],
    ['that is no longer kept', { from: '2010-01-01', to: '2010-01-02' }, 'beyond_retention'],
  ])('the answer about a period %s lists the products', async (_, period, reason) => {
    for (const metric of [{ metric: 'visitors' }, { metric: 'visitors', dimension: 'page', interval: 'day' }, {}]) {
      const { status, body } = await stats({ product: `${shop},${blog}`, ...metric, ...period })
      expect(status).toBe(200)
      const not_available = expect.arrayContaining([{ metric: 'visitors', state: 'unavailable', reason }])
      expect(body.meta.products).toMatchObject([
        { id: shop, name: 'Shop', not_available },
        { id: blog, name: 'Blog', not_available },
      ])
    }
  })

  it('a metric that one of the products cannot have has no number for all of them, and the answer says for which', async () => {
    const { body: before } = await stats({ product: 'all', metric: 'conversions' })
    expect(before.data).toMatchObject({ state: 'unavailable', reason: 'metric_not_collected', value: null })
    const events = {
      events: [{ name: 'signup', kind: 'custom', goal: true, revenue: false }],
      auto_capture: NO_CAPTURE,
    }
    const { status } = await served.rest('PUT', `/api/v1/products/${shop}/events`, events, token, {
      'service-confirm': 'true',
      'idempotency-key': 'goal',
    })
    expect(status).toBe(200)
    const { body } = await stats({ product: 'all', metric: 'conversions' })
    expect(body.data).toMatchObject({ state: 'unavailable', reason: 'not_available_for_all', value: null })
    expect(body.meta.products).toMatchObject([
      { id: shop },
      { id: blog, not_available: [{ metric: 'conversions', reason: 'metric_not_collected' }] },
      { id: empty },
    ])
  })

  it('a product without data counts as nothing in a metric that it does not track', async () => {
    const { body } = await stats({ product: `${shop},${empty}`, metric: 'conversions' })
    expect(body.data).toMatchObject({ state: 'available', reason: null })
    expect(body.meta.products).toMatchObject([
      { id: shop },
      { id: empty, not_available: [{ metric: 'conversions', state: 'empty' }] },
    ])
  })

  it('goals of equal name are one row, and a goal of some products lists them', async () => {
    for (const version of [140, 141]) expect((await visit(shop, version, 'signup')).status).toBe(202)
    await served.flush()
    const { body } = await rest(`/api/v1/stats/goals?product=${shop},${blog}`)
    expect(body.data).toMatchObject({ state: 'available', visitors: 3 })
    expect(body.data.goals).toMatchObject([
      { name: 'signup', conversions: 2, products: [shop], conversion_rate: 2 / 3 },
    ])
  })

  it('rows by product compare what each product has, also where one of them has no number', async () => {
    const asked = { product: 'all', metric: 'visitors,conversions,conversion_rate', dimension: 'product' }
    const { body } = await stats(asked)
    expect(body.data.metrics).toMatchObject([
      { metric: 'visitors', state: 'available' },
      { metric: 'conversions', state: 'unavailable', reason: 'not_available_for_all' },
      { metric: 'conversion_rate', state: 'unavailable', reason: 'not_available_for_all' },
    ])
    const none = { value: null, state: 'unavailable' }
    expect(body.data.rows).toMatchObject([
      { key: shop, values: [{ value: 2 }, { value: 2, state: 'available' }, { value: 1 }], of: { visitors: 2 } },
      { key: blog, values: [{ value: 1 }, none, none], of: { visitors: null } },
    ])
    const { body: byCountry } = await stats({ ...asked, dimension: 'country' })
    expect(byCountry.data.rows).toMatchObject([{ values: [{ value: 3 }, none, none] }])
  })

  it('current visitors of several products add up', async () => {
    const { body } = await rest('/api/v1/stats/realtime?product=all')
    expect(body.data).toMatchObject({ state: 'available', active_visitors: 3, visitors: 3, pageviews: 3 })
    expect(body.meta.products).toHaveLength(3)
  })

  it('a tool answers what the route answers, by ids, names and lists', async () => {
    for (const [tool, path, more] of [
      ['service_analytics_query', '/api/v1/stats', { metric: 'visitors', dimension: 'product' }],
      ['service_analytics_query', '/api/v1/stats', {}],
      ['service_analytics_goals', '/api/v1/stats/goals', {}],
      ['service_analytics_realtime', '/api/v1/stats/realtime', {}],
    ] as const) {
      const ids = `${shop},${blog}`
      const { body: expected } = await rest(`${path}?${new URLSearchParams({ product: ids, ...more })}`)
      for (const product of [ids, 'Shop,Blog', 'Shop, Blog']) {
        const { body } = await served.call(tool, { product, ...more }, token)
        expect(body.result.structuredContent).toEqual(expected)
        for (const id of [shop, blog]) expect(body.result.content[0].text).toContain(id)
      }
    }
  })

  it.each([
    ['an empty item', () => `${shop},`, 400],
    ['two commas', () => `${shop},,${blog}`, 400],
    ['one product twice', () => `${shop},${shop}`, 400],
    ['all among ids', () => `all,${shop}`, 400],
    ['51 products', () => Array.from({ length: 51 }, (_, i) => `prd_${i}`).join(','), 400],
    ['an unknown product', () => `${shop},prd_unknown`, 404],
    ['names over REST', () => 'Shop,Blog', 404],
    ['another case of all', () => 'ALL', 404],
    ['unicode', () => `${shop},🛒`, 404],
    ['an injection', () => `${shop},' OR 1=1 --`, 404],
  ])('a list of products with %s is rejected, naming product', async (_, product, expected) => {
    for (const path of ['/api/v1/stats', '/api/v1/stats/goals', '/api/v1/stats/realtime']) {
      const { status, body } = await rest(`${path}?${new URLSearchParams({ product: product() })}`)
      expect(status).toBe(expected)
      if (expected === 400) expect(body.errors).toMatchObject([{ path: 'product' }])
    }
  })

  it.each([
    '/api/v1/stats/catalog?product=PRODUCTS',
    '/api/v1/stats/health?product=PRODUCTS',
    '/api/v1/crawls?product=PRODUCTS',
    '/api/v1/products/PRODUCTS/funnels',
    '/api/v1/products/PRODUCTS',
    '/api/v1/stats?product=PRODUCTS&metric=visitors&segment=seg_1',
  ])('%s takes one product and says so', async (path) => {
    for (const products of [`${shop},${blog}`, 'all']) {
      const { status, body } = await rest(path.replace('PRODUCTS', products))
      expect(status).toBe(400)
      expect(body.errors).toMatchObject([{ path: 'product', message: expect.stringContaining('must be one product') }])
    }
  })

  it('a product outside of the selection is not found, and all products are those of the selection', async () => {
    const narrow = await seedToken(database, seeded.people.owner.account, {
      scopes: ['analytics:read'],
      products: { mode: 'selected', ids: [seeded.product] },
    })
    expect((await stats({ product: `${shop},${blog}`, metric: 'visitors' }, narrow.secret)).status).toBe(404)
    const { body } = await stats({ product: 'all', metric: 'visitors' }, narrow.secret)
    expect(body).toMatchObject({ data: { value: 2 }, meta: { products_in_all: 1, products: [{ id: shop }] } })
  })

  it('a cursor of one selection of products does not work for another', async () => {
    const asked = { metric: 'visitors', dimension: 'product', limit: '1' }
    const { body } = await stats({ product: `${shop},${blog}`, ...asked })
    const { next_cursor: cursor } = body.page
    expect((await stats({ product: `${shop},${blog}`, ...asked, cursor })).body.data.rows).toMatchObject([
      { key: blog },
    ])
    expect((await stats({ product: `${shop},${empty}`, ...asked, cursor })).body.errors).toMatchObject([
      { path: 'cursor' },
    ])
  })
})

const NO_CAPTURE = { outbound_links: false, file_downloads: false, form_submissions: false, scroll_depth: false }
