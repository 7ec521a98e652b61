import type { ProductId } from '@footfall/core-domain'
import { listParameterOf } from '@footfall/kernel'
import { DASHBOARD_OPERATIONS, OPERATIONS } from '@footfall/operations'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, seedProductOf, seedToken, testDatabase } from '@footfall/testkit'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboardApiDocument, openApiDocument } from './footfall/index.ts'
import { type Served, serve } from './test-support.ts'

/** What a client generated from the document knows about the route. */
interface Paths {
  '/api/v1/stats': {
    get: {
      parameters: {
        query: { product: string; metric?: string[]; dimension?: string[]; period?: string; limit?: number }
      }
      responses: { 200: { content: { 'application/json': { data: { metrics?: unknown; rows?: unknown } } } } }
    }
  }
}

interface DocumentedParameter {
  readonly name: string
  readonly style?: string
  readonly explode?: boolean
  readonly schema?: { readonly type?: string; readonly items?: unknown }
}

const queryParameters = (document: ReturnType<typeof openApiDocument>, path: string) =>
  (document.paths?.[path]?.get?.parameters ?? []) as unknown as readonly DocumentedParameter[]

describe('lists in query parameters', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let served: Served
  let seeded: SeededProduct
  let secret: string
  beforeAll(async () => {
    seeded = await seedProduct(database)
    secret = (await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })).secret
    served = await serve({ ...servicesOn(database), ...(await engine.services(database)) })
  })
  afterAll(() => served.close())

  const lists = [...OPERATIONS, ...DASHBOARD_OPERATIONS].flatMap(({ path, query }) =>
    Object.entries(query.shape).flatMap(([name, field]) => (listParameterOf(field) ? [[path, name] as const] : [])),
  )

  it('list parameters exist on the routes of statistics and breakdowns', () => {
    expect(lists).toEqual(
      expect.arrayContaining([
        ['/api/v1/stats', 'metric'],
        ['/api/v1/stats', 'dimension'],
        ['/api/v1/products/{product}/breakdowns', 'dimensions'],
      ]),
    )
  })

  it.each(lists)('documents the list of %s as an array separated by commas: %s', (path, name) => {
    const documented = queryParameters(dashboardApiDocument('https://stats.example'), path)
    expect(documented.find((parameter) => parameter.name === name)).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array' },
    })
  })

  it('the metric parameter refers to the schema of metrics, which lists every metric', () => {
    const document = openApiDocument('https://stats.example')
    const metric = queryParameters(document, '/api/v1/stats').find(({ name }) => name === 'metric')
    expect(metric?.schema?.items).toEqual({ $ref: '#/components/schemas/Metric' })
    expect(document.components?.schemas?.Metric).toMatchObject({ enum: expect.arrayContaining(['bounce_rate']) })
  })

  const client = (serializing: object) =>
    createClient<Paths>({
      baseUrl: served.url,
      headers: { authorization: `Bearer ${secret}` },
      ...serializing,
    })
  const asked = () => ({
    product: seeded.product,
    metric: ['visitors', 'pageviews'],
    dimension: ['page', 'source'],
    period: '7d',
    limit: 5,
  })

  it('accepts lists from a client that sends them as documented', async () => {
    const [metric] = queryParameters(openApiDocument('https://stats.example'), '/api/v1/stats').filter(
      ({ name }) => name === 'metric',
    )
    const array = { style: metric?.style, explode: metric?.explode }
    const { response, data } = await client({ querySerializer: { array } }).GET('/api/v1/stats', {
      params: { query: asked() },
    })
    expect(decodeURIComponent(response.url)).toContain('metric=visitors,pageviews&dimension=page,source')
    expect({ status: response.status, data: data?.data }).toMatchObject({
      status: 200,
      data: { metrics: [{ metric: 'visitors' }, { metric: 'pageviews' }] },
    })
  })

  it('accepts lists from a client that repeats the parameter', async () => {
    const { response, data } = await client({}).GET('/api/v1/stats', { params: { query: asked() } })
    expect(response.url).toContain('metric=visitors&metric=pageviews&dimension=page&dimension=source')
    expect({ status: response.status, data: data?.data }).toMatchObject({
      status: 200,
      data: { metrics: [{ metric: 'visitors' }, { metric: 'pageviews' }] },
    })
  })

  it('accepts parameters that are repeated and contain commas', async () => {
    const query = `product=${seeded.product}&metric=visitors%2Cpageviews&metric=visits&period=7d`
    const { status, body } = await served.get(`/api/v1/stats?${query}`, secret)
    expect({ status, metrics: body.data.metrics?.map(({ metric }: { metric: string }) => metric) }).toEqual({
      status: 200,
      metrics: ['visitors', 'pageviews', 'visits'],
    })
  })

  it.each([
    ['metric', '/api/v1/stats', 'metric=visitors,pageviews,visitors'],
    ['metric', '/api/v1/stats', 'metric=visitors&metric=visitors'],
    ['dimension', '/api/v1/stats', 'metric=visitors&dimension=page,page'],
    ['purpose', '/api/v1/crawls', 'purpose=search,search'],
  ])('rejects a name that is twice in the list %s of %s', async (name, path, query) => {
    const { status, body } = await served.get(`${path}?product=${seeded.product}&period=7d&${query}`, secret)
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [{ path: name, message: expect.stringMatching(/^names "\w+" twice$/) }],
    })
  })

  describe('several products', () => {
    let another: ProductId
    beforeAll(async () => {
      another = await seedProductOf(database, seeded.people.owner.account)
    })

    it.each([
      ['/api/v1/stats', 'metric=visitors&period=7d'],
      ['/api/v1/stats/realtime', ''],
      ['/api/v1/stats/goals', 'period=7d'],
    ])('%s understands a repeated product as a list', async (path, more) => {
      const asked = (products: string) => served.get(`${path}?${products}&${more}`, secret)
      const products = [seeded.product, another]
      const [repeated, separated] = [
        await asked(products.map((id) => `product=${id}`).join('&')),
        await asked(`product=${products.join(',')}`),
      ]
      expect({
        status: repeated.status,
        ids: repeated.body.meta?.products.map(({ id }: { id: string }) => id),
      }).toEqual({
        status: 200,
        ids: products,
      })
      expect(repeated.body.data).toEqual(separated.body.data)
    })

    it.each([
      ['the same product', () => `product=${seeded.product}&product=${seeded.product}`],
      ['all beside a product', () => `product=all&product=${seeded.product}`],
      ['an empty product', () => `product=${seeded.product}&product=`],
    ])('rejects %s in a repeated parameter by its name', async (_, products) => {
      const { status, body } = await served.get(`/api/v1/stats?${products()}&metric=visitors`, secret)
      expect({ status, paths: body.errors?.map(({ path }: { path: string }) => path) }).toEqual({
        status: 400,
        paths: ['product'],
      })
    })

    it('a route about one product returns 400 for a repeated product', async () => {
      const query = `product=${seeded.product}&product=${another}`
      const { status, body } = await served.get(`/api/v1/stats/catalog?${query}`, secret)
      expect({ status, path: body.errors?.[0]?.path }).toEqual({ status: 400, path: 'product' })
    })
  })
})
