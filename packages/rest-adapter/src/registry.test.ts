import { once } from 'node:events'
import { request } from 'node:http'
import { type ProductId, RELEASE_VERSION } from '@footfall/core-domain'
import { OPERATIONS, type Operation, type ReadOperation, type WriteOperation } from '@footfall/operations'
import { type CallingScenario, scenarioOn, servicesOn, testEngine, toolInputs } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboardApiDocument, openApiDocument } from './footfall/index.ts'
import { type Answered, pathOf, type Served, serve } from './test-support.ts'

const isRead = (operation: Operation): operation is ReadOperation => operation.kind === 'read'
const isWrite = (operation: Operation): operation is WriteOperation => operation.kind === 'write'
const byName = <T extends Operation>(operations: readonly T[]) => operations.map((one) => [one.name, one] as const)

/** What an operation needs in addition to the product to be answered at all. */
const NEEDED: Readonly<Record<string, string>> = {
  service_analytics_query: 'metric=visitors&from=2026-11-01&to=2026-11-20',
}
const CONFIRMED = { 'service-confirm': 'true', 'idempotency-key': 'k' }
const TOO_LARGE = JSON.stringify({ name: 'x'.repeat(256 * 1024) })
const withoutId = ({ status, body }: Answered) => ({ status, body: { ...body, request_id: undefined } })

describe('every operation over REST', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let served: Served
  let on: CallingScenario
  let other: CallingScenario

  beforeAll(async () => {
    on = await scenarioOn(database)
    other = await scenarioOn(database)
    served = await serve({ ...servicesOn(database), ...(await engine.services(database)) })
  })
  afterAll(() => served.close())

  const send = (
    operation: Operation,
    secret: string | undefined,
    {
      product = on.product as string,
      path = {},
      query = NEEDED[operation.name] ?? '',
      body,
      headers = {},
    }: {
      product?: string
      path?: Readonly<Record<string, unknown>>
      query?: string
      body?: unknown
      headers?: Record<string, string>
    } = {},
  ): Promise<Answered> => {
    const search = [operation.product === 'query' ? `product=${encodeURIComponent(product)}` : '', query]
    const address = `${pathOf(operation, product, { path })}?${search.filter(Boolean).join('&')}`
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    return served.send(operation.method, address, text as string | undefined, {
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    })
  }

  describe.each(byName(OPERATIONS.filter(isRead)))('%s', (_, operation) => {
    it('returns 200 in the documented shape, with headers that forbid caching', async () => {
      const { secret } = await on.token({ scopes: [operation.scope] })
      const { status, headers, body } = await send(operation, secret)
      expect({ status, body }).toMatchObject({ status: 200 })
      operation.output.parse(body.data)
      operation.meta?.parse(body.meta)
      if (operation.paged && Array.isArray(body.data)) expect(body.page).toMatchObject({ limit: 50 })
      expect(headers.get('request-id')).toMatch(/^req_/)
      expect(headers.get('cache-control')).toBe('private, no-store')
    })

    it('returns 400 that names an unknown query parameter', async () => {
      const query = `${NEEDED[operation.name] ?? ''}&surprise=1`
      expect(await send(operation, on.owner.secret, { query })).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ path: 'surprise', message: 'is not a known field' }] },
      })
    })
  })

  describe.each(byName(OPERATIONS.filter(isWrite)))('%s', (name, operation) => {
    it('returns a preview, then 200 or 201, then the same as a replay', async () => {
      const mine = await scenarioOn(database)
      const { good } = await toolInputs(operation, mine)
      const request = { product: mine.product, path: good.path ?? {}, body: good.body }
      const { secret } = mine.owner
      const preview = await send(operation, secret, request)
      expect(preview).toMatchObject({ status: 200, body: { data: { state: 'previewed', operation: name } } })
      expect(preview.body.meta.confirm.headers).toHaveProperty('Service-Confirm', 'true')
      expect(preview.headers.get('cache-control')).toBe('private, no-store')
      const first = await send(operation, secret, { ...request, headers: CONFIRMED })
      expect({ status: first.status, body: first.body }).toMatchObject({ status: operation.creates ? 201 : 200 })
      expect(first.body.data).toMatchObject({ state: 'executed', operation: name })
      operation.output.parse(first.body.data.result)
      expect(first.headers.get('idempotent-replayed')).toBeNull()
      const text = good.body === undefined ? undefined : JSON.stringify(good.body, undefined, 4)
      const headers = { ...CONFIRMED, ...(text && { 'content-type': 'application/json; charset=utf-8' }) }
      const again = await send(operation, secret, { ...request, body: text, headers })
      expect(again.status).toBe(first.status)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.body.data).toEqual({ ...first.body.data, secret: undefined })
    })

    const wrongInput: [string, number, string, Record<string, string>][] = [
      ['a body over 256 KiB', 413, TOO_LARGE, {}],
      ['a body that is not JSON', 400, '{', {}],
      ['a body of another media type', 415, 'x', { 'content-type': 'text/plain' }],
      ['a confirmation that is neither true nor false', 400, '{}', { 'service-confirm': 'maybe' }],
    ]
    it.each(wrongInput)(
      'answers %s with %d, and only to a caller who may call it',
      async (_, expected, body, headers) => {
        const lacking = await on.token({ scopes: SCOPES.filter((scope) => scope !== operation.scope) })
        const statusOf = async (secret: string | undefined, product: ProductId = on.product) =>
          (await send(operation, secret, { product, body, headers })).status
        expect(await statusOf(on.owner.secret)).toBe(expected)
        expect(await statusOf(undefined)).toBe(401)
        expect(await statusOf(lacking.secret)).toBe(403)
        if (operation.product !== 'none') expect(await statusOf(on.owner.secret, other.product)).toBe(404)
      },
    )
  })

  describe.each(byName(OPERATIONS))('%s', (name, operation) => {
    it('challenges a request without a credential, without an error code', async () => {
      const { status, headers, body } = await send(operation, undefined)
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_token' })
      expect(headers.get('www-authenticate')).toBe('Bearer')
    })

    it('challenges a token that lacks the scope with the scope it needs', async () => {
      const { scope } = operation
      const { secret } = await on.token({ scopes: SCOPES.filter((one) => one !== scope) })
      const { status, headers, body } = await send(operation, secret)
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'insufficient_scope' })
      expect(headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`)
    })

    if (operation.product !== 'none')
      it('returns the same 404 for a product of another account and one that does not exist', async () => {
        const products = [other.product, 'prd_doesNotExist', 'not-an-id', "prd_' OR '1'='1", '__proto__']
        const { secret } = await on.token({ scopes: [operation.scope] })
        const answers = await Promise.all(products.map((product) => send(operation, secret, { product })))
        for (const answer of answers) expect(withoutId(answer)).toEqual(withoutId(answers[0] as Answered))
        expect(answers[0]).toMatchObject({ status: 404, body: { code: 'not_found' } })
      })

    it('returns 405 for a method that nothing serves, and lists those that are served', async () => {
      const { status, headers, body } = await served.send('PROPFIND', pathOf(operation, on.product), undefined)
      expect({ status, code: body.code }).toEqual({ status: 405, code: 'method_not_allowed' })
      expect(headers.get('allow')).toContain(operation.method)
    })

    it('the OpenAPI document has the operation under its name', () => {
      const item = openApiDocument('https://stats.example').paths?.[operation.path]
      const method = operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
      expect(item?.[method]?.operationId).toBe(name)
    })
  })

  it('answers an invalid token with 401 and error="invalid_token"', async () => {
    const revoked = await on.token({ scopes: ['account:read'], status: 'revoked' })
    for (const secret of ['jt_short', revoked.secret]) {
      const { status, headers, body } = await served.get('/api/v1/products', secret)
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_token' })
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    }
  })

  it('serves a route only in the case in which it is written', async () => {
    const { secret } = await on.token({ scopes: [...SCOPES] })
    const answer = await served.get('/api/v1/Products', secret)
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('returns 403 for a role that is too low', async () => {
    const { secret } = await on.token({ role: 'viewer', scopes: [...SCOPES] })
    const answer = await served.get(`/api/v1/products/${on.product}/keys`, secret)
    expect(answer).toMatchObject({ status: 403, body: { code: 'role_forbidden' } })
  })

  it('rejects a write that only people may make from a token with every scope', async () => {
    const address = `/api/v1/products/${on.product}`
    const body = JSON.stringify({ name: 'Example' })
    const authorization = `Bearer ${on.owner.secret}`
    const headers = { authorization, 'content-type': 'application/json', ...CONFIRMED }
    const answer = await served.send('DELETE', address, body, headers)
    expect(answer).toMatchObject({ status: 403, body: { code: 'credential_not_accepted' } })
  })

  it('checks only a bad `Authorization` header, whatever cookie is sent', async () => {
    const headers = { authorization: 'Basic eDp5', cookie: 'session=whatever' }
    const { body } = await served.get('/api/v1/products', undefined, headers)
    expect(body.code).toBe('invalid_token')
  })

  it('rejects two `Authorization` headers, of which a proxy may have checked the other', async () => {
    const headers = ['host', 'localhost', 'authorization', `Bearer ${on.owner.secret}`, 'authorization', 'Bearer other']
    const [answer] = await once(request(`${served.url}/api/v1/products`, { headers }).end(), 'response')
    answer.resume()
    expect(answer.statusCode).toBe(401)
  })

  it('serves a request that names the whole address, as it may come through a proxy', async () => {
    const headers = { authorization: `Bearer ${on.owner.secret}` }
    for (const [path, status] of [
      ['/api/v1/products', 200],
      ['/api/v1/nothing', 404],
    ] as const) {
      const whole = { path: `http://stats.example${path}`, headers }
      const [answer] = await once(request(served.url, whole).end(), 'response')
      answer.resume()
      expect([path, answer.statusCode]).toEqual([path, status])
    }
  })

  it('states the version of the release in the OpenAPI document', () => {
    expect(openApiDocument('https://stats.example').info.version).toBe(RELEASE_VERSION)
  })

  it('documents the creation of intake keys for the dashboard only', () => {
    const path = '/api/v1/products/{product}/intake-keys'
    expect(openApiDocument('https://stats.example').paths).not.toHaveProperty([path])
    expect(dashboardApiDocument('https://stats.example').paths).toHaveProperty([path])
  })
})
