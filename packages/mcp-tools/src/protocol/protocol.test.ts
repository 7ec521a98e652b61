import { request } from 'node:http'
import { mintSecret } from '@footfall/core-domain'
import { OPERATIONS } from '@footfall/operations'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { OAUTH_SCOPES, SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, seedProductKey, seedToken, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TOOLS as EVERY_TOOL } from '../footfall/tools.ts'
import { BASE_URL, connections, LEGACY, MODERN, ownerToken, type Served, serve } from '../test-support.ts'

const ERAS = [MODERN, LEGACY] as const
const METADATA = `resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource/api/mcp"`
const DEFAULTS = 'products:read analytics:read diagnostics:read settings:read funnels:read team:read'

/** Without those of content, which the address has to name. */
const TOOLS = EVERY_TOOL.slice(0, OPERATIONS.length)

describe('the MCP endpoint', () => {
  const database = testDatabase('sqlite')
  const { oauth, assertStillActive, connect } = connections(database)
  const engine = testEngine()
  let served: Served
  let limited: Served
  let seeded: SeededProduct
  let token: string

  beforeAll(async () => {
    seeded = await seedProduct(database)
    token = await ownerToken(database, seeded)
    const services = { ...servicesOn(database), ...(await engine.services(database)), oauth, assertStillActive }
    served = await serve(services)
    limited = await serve({ ...services, rateLimits: { requests: 3, collect: 0 } })
  })
  beforeEach(() => served.logged.splice(0))
  afterAll(async () => {
    expect(served.logged).toEqual([])
    await Promise.all([served.close(), limited.close()])
  })

  const bearer = () => ({ authorization: `Bearer ${token}` })
  const rpc = (message: object) => JSON.stringify({ jsonrpc: '2.0', id: 7, ...message })

  describe('credentials', () => {
    it('challenges a request without a credential, and names the metadata and the initial scopes', async () => {
      const { status, headers, body } = await served.ask('tools/list', {}, undefined)
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_token' })
      expect(headers.get('www-authenticate')).toBe(`Bearer ${METADATA}, scope="${DEFAULTS}"`)
      expect(headers.get('content-type')).toBe('application/problem+json')
    })

    it.each([
      ['unknown', () => `Bearer ${mintSecret('account_token', database.random).secret.reveal()}`],
      ['an unknown connection', () => `Bearer ${mintSecret('oauth_access', database.random).secret.reveal()}`],
      ['a refresh token', () => `Bearer ${mintSecret('oauth_refresh', database.random).secret.reveal()}`],
      ['malformed', () => 'Bearer jt_short'],
      ['of another scheme', () => 'Basic eDp5'],
      ['two at once', () => `Bearer ${token} ${token}`],
    ])('rejects a credential that is %s, and says so', async (_, authorization) => {
      for (const method of ['tools/list', 'initialize', 'server/discover']) {
        const { status, headers } = await served.post(rpc({ method }), { authorization: authorization() })
        expect(status).toBe(401)
        expect(headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${METADATA}, scope="${DEFAULTS}"`)
      }
    })

    it('never accepts a cookie as a credential', async () => {
      const { status } = await served.post(rpc({ method: 'tools/list' }), {
        cookie: `session=x; authorization=${token}`,
      })
      expect(status).toBe(401)
    })

    it('does not accept Website API keys', async () => {
      const { secret } = await seedProductKey(database, seeded.product, { scopes: ['analytics:read'] })
      expect(await served.ask('tools/list', {}, secret)).toMatchObject({
        status: 403,
        body: { code: 'credential_not_accepted' },
      })
    })

    it('checks the credential of every request, so that a revoked token is rejected at once', async () => {
      const { secret, token: record } = await seedToken(database, seeded.people.owner.account, { scopes: SCOPES })
      expect((await served.ask('tools/list', {}, secret)).status).toBe(200)
      await database.store.tokens.revoke(record.id, 'test', record.created_at)
      expect((await served.ask('tools/list', {}, secret)).status).toBe(401)
    })

    it('counts requests per credential with those of REST', async () => {
      const mine = await ownerToken(database, seeded)
      await limited.rest('GET', '/api/v1/products', undefined, mine)
      expect((await limited.call('service_products_list', {}, mine)).headers.get('ratelimit')).toContain('r=1')
      await limited.ask('tools/list', {}, mine)
      const { status, headers, body } = await limited.ask('tools/list', {}, mine)
      expect({ status, code: body.code }).toEqual({ status: 429, code: 'rate_limited' })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    })
  })

  describe('the list of tools', () => {
    const names = async (secret: string, era: (typeof ERAS)[number] = MODERN) => {
      const { body } = await served.ask('tools/list', {}, secret, { era })
      return body.result.tools.map(({ name }: { name: string }) => name)
    }

    it('shows a token the tools of its scopes, in the order of the interface, in both eras', async () => {
      for (const era of ERAS) {
        expect(await names(token, era)).toEqual(TOOLS.map(({ listed }) => listed.name))
        expect(await names(await ownerToken(database, seeded, ['team:read', 'products:read']), era)).toEqual([
          'service_products_list',
          'service_products_get',
          'service_team_list',
        ])
      }
      expect(await names(await ownerToken(database, seeded, ['account:read']))).toEqual(['service_account_get'])
    })

    it('shows a connection all tools that it could be granted, whatever it was granted', async () => {
      const grantable = TOOLS.filter(({ operation }) => OAUTH_SCOPES.some((scope) => scope === operation.scope))
      const expected = grantable.map(({ listed }) => listed.name)
      const account = seeded.people.owner.account.id
      expect(await names(connect(account, ['products:read'], [seeded.product]))).toEqual(expected)
      expect(await names(connect(account, OAUTH_SCOPES, [seeded.product]))).toEqual(expected)
      expect(expected.filter((name) => /keys|tokens|account|products_create/.test(name))).toEqual([])
    })

    it('the list of tools says that one client may keep it for a while, in the revision that supports it', async () => {
      const modern = await served.ask('tools/list', {}, token)
      expect(modern.body.result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private', resultType: 'complete' })
      const legacy = await served.ask('tools/list', {}, token, { era: LEGACY })
      expect(Object.keys(legacy.body.result)).toEqual(['tools'])
    })

    it('the list of tools has annotations that fit each tool', async () => {
      const { body } = await served.ask('tools/list', {}, token)
      const methods = new Map(TOOLS.map(({ operation }) => [operation.name, operation.method]))
      for (const { name, annotations, title, icons, outputSchema } of body.result.tools) {
        const reads = /_(list|get)$|analytics|diagnostics/.test(name)
        expect({ name, annotations }).toMatchObject({
          annotations: { title, readOnlyHint: reads, idempotentHint: true },
        })
        const method = methods.get(name)
        if (method === 'GET' || method === 'POST')
          expect({ name, ...annotations }).toMatchObject({ destructiveHint: false })
        if (method === 'PUT' || method === 'DELETE')
          expect({ name, ...annotations }).toMatchObject({ destructiveHint: true })
        expect(icons).toEqual([
          { src: expect.stringMatching(/^data:image\/svg\+xml,/), mimeType: 'image/svg+xml', sizes: ['any'] },
        ])
        expect(outputSchema).toMatchObject({ type: 'object', anyOf: expect.any(Array) })
      }
    })

    it('the list of tools says that a shorter retention and a lower role are destructive', async () => {
      const { body } = await served.ask('tools/list', {}, token)
      for (const name of ['service_preferences_update', 'service_team_update'])
        expect(body.result.tools).toContainEqual(
          expect.objectContaining({ name, annotations: expect.objectContaining({ destructiveHint: true }) }),
        )
    })
  })

  describe('the protocol', () => {
    it('begins with a handshake for clients of 2025, and with discovery for those of 2026', async () => {
      for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
        const { body } = await served.post(
          rpc({
            method: 'initialize',
            params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'c', version: '1' } },
          }),
          bearer(),
        )
        expect(body.result).toMatchObject({
          protocolVersion: version,
          serverInfo: {
            name: 'footfall',
            title: 'Footfall',
            version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
            websiteUrl: BASE_URL,
            icons: [{ mimeType: 'image/svg+xml' }],
          },
          capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
          instructions: expect.stringContaining('service_products_list'),
        })
      }
      const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
      expect((await served.post(initialized, bearer())).status).toBe(202)
      const { body } = await served.ask('server/discover', {}, token)
      expect(body.result).toMatchObject({
        supportedVersions: [MODERN],
        instructions: expect.stringContaining('preview'),
        ttlMs: 300_000,
      })
    })

    it('states today’s date in the time zone of the only product, or in UTC for several or none', async () => {
      const far = await seedProduct(database, { timezone: 'Pacific/Kiritimati' })
      const owner = far.people.owner.account
      const { secret: all } = await seedToken(database, owner, { scopes: SCOPES })
      const lastLine = async (secret: string) => {
        const { body } = await served.ask('server/discover', {}, secret)
        return body.result.instructions.split('\n').at(-1)
      }
      expect(await lastLine(all)).toBe(
        `Today is Saturday, 2026-11-21, in Pacific/Kiritimati, the time zone of the only product that you can reach: ${far.product}.`,
      )
      const inUtc = 'Today is Friday, 2026-11-20, in UTC.'
      const { secret: none } = await seedToken(database, owner, { scopes: ['account:read'] })
      expect(await lastLine(none)).toBe(inUtc)
      const confirmed = { 'service-confirm': 'true', 'idempotency-key': 'second' }
      expect((await served.rest('POST', '/api/v1/products', { name: 'Second' }, all, confirmed)).status).toBe(201)
      expect(await lastLine(all)).toBe(inUtc)
    })

    it('returns the same from the short way and the long way of a request', async () => {
      const given = { product: seeded.product }
      for (const era of ERAS) {
        // A field that no one knows is left to the SDK, which ignores it.
        const long = { era, params: { extension: 1 } }
        for (const [method, params] of [
          ['tools/list', {}],
          ['tools/call', { name: 'service_products_get', arguments: given }],
          ['tools/call', { name: 'service_products_get', arguments: { product: 'prd_nobody' } }],
          ['tools/call', { name: 'service_products_list' }],
        ] as const) {
          const [fast, slow] = await Promise.all([
            served.ask(method, params, token, { era }),
            served.ask(method, params, token, long),
          ])
          expect(anonymous(fast)).toEqual(anonymous(slow))
        }
      }
    })

    it.each(ERAS)('the era %s reports an unknown tool and an unknown method as such', async (era) => {
      const tool = await served.call('service_nothing', {}, token, { era })
      expect(tool.body).toMatchObject({ id: 1, error: { code: -32602, message: 'Unknown tool: service_nothing' } })
      for (const method of ['resources/subscribe', 'logging/setLevel', 'subscriptions/listen', 'tools/nothing']) {
        const { status, body } = await served.ask(method, {}, token, { era })
        expect({ method, code: body.error.code, server: status >= 500 }).toEqual({
          method,
          code: -32601,
          server: false,
        })
      }
    })

    it.each([
      ['initialize', { capabilities: {}, clientInfo: { name: 'x', version: '1' } }, 'params.protocolVersion', LEGACY],
      ...ERAS.flatMap((era) => [
        ['tools/call', { name: 7 }, 'params.name', era] as const,
        ['tools/list', { cursor: 7 }, 'params.cursor', era] as const,
        ['resources/read', {}, 'params.uri', era] as const,
        ['prompts/get', { name: 7 }, 'params.name', era] as const,
        ['completion/complete', { argument: { name: 'product', value: '' } }, 'params.ref', era] as const,
      ]),
    ] as const)(
      'rejects params of %s that are %j as invalid, without an internal error',
      async (method, params, path, era) => {
        const { body } = await served.ask(method, params, token, { era })
        expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining(path) })
        expect(body.error.message).not.toContain('{')
      },
    )

    it.each(
      ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].flatMap((method) =>
        ERAS.map((era) => [method, era] as const),
      ),
    )('%s of the era %s rejects a cursor, since its one page has no next one', async (method, era) => {
      for (const cursor of ['junk', '']) {
        const { body } = await served.ask(method, { cursor }, token, { era })
        expect(body.error).toMatchObject({ code: -32602 })
      }
    })

    it.each(ERAS)('the era %s rejects arguments that are not an object', async (era) => {
      for (const wrong of [7, 'x', null, [], true]) {
        for (const name of ['service_products_get', 'service_products_update']) {
          const { status, body } = await served.ask('tools/call', { name, arguments: wrong }, token, { era })
          expect({ wrong, code: body.error?.code, server: status >= 500 }).toEqual({
            wrong,
            code: -32602,
            server: false,
          })
        }
      }
      for (const name of [7, null, undefined, {}]) {
        const { status, body } = await served.ask('tools/call', { name }, token, { era })
        expect({ name, code: body.error?.code, server: status >= 500 }).toMatchObject({ name, server: false })
      }
    })

    it.each([
      ['nothing', '', 400, -32700],
      ['half of JSON', '{"jsonrpc":', 400, -32700],
      ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, -32700],
      ['a batch', `[${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}]`, 400, -32600],
      ['an empty batch', '[]', 400, -32600],
      ['a number', '7', 400, -32600],
      ['null', 'null', 400, -32600],
      ['an object that is not a message', '{}', 400, -32600],
      ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400, -32600],
      ['a message whose id is an object', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', 400, -32600],
      ['a message whose id is null', '{"jsonrpc":"2.0","id":null,"method":"tools/list"}', 400, -32600],
      [
        'a message whose parameters are a list',
        '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}',
        400,
        -32600,
      ],
    ])('rejects a message that is %s', async (_, sent, status, code) => {
      const answer = await served.post(sent, bearer())
      expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status, code })
    })

    it('rejects headers that contradict the body, unsupported versions, and invalid envelopes', async () => {
      const call = { name: 'service_products_list', arguments: {} }
      const disagreeing = await Promise.all([
        served.ask('tools/call', call, token, { headers: { 'mcp-name': 'service_products_get' } }),
        served.ask('tools/call', call, token, { headers: { 'mcp-method': 'tools/list' } }),
        served.ask('tools/call', call, token, { headers: { 'mcp-protocol-version': LEGACY } }),
      ])
      for (const { status, body } of disagreeing)
        expect({ status, code: body.error.code }).toEqual({ status: 400, code: -32020 })
      const old = await served.post(rpc({ method: 'tools/list' }), {
        ...bearer(),
        'mcp-protocol-version': '1999-01-01',
      })
      expect({ status: old.status, error: old.body.error !== undefined }).toEqual({ status: 400, error: true })
      const bare = await served.post(rpc({ method: 'tools/list' }), { ...bearer(), 'mcp-protocol-version': MODERN })
      expect({ status: bare.status, code: bare.body.error.code }).toEqual({ status: 400, code: -32602 })
    })

    it('survives arguments that are deep, huge or named like prototypes', async () => {
      const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
      for (const [tool, given] of [
        ['service_analytics_query', `{"product":"${seeded.product}","filters":${deep(3_900)}}`],
        ['service_products_update', `{"product":"${seeded.product}","name":${deep(3_900)}}`],
        ['service_products_get', `{"product":"${seeded.product}","__proto__":{"polluted":1},"constructor":1}`],
        ['service_products_update', `{"product":"${seeded.product}","name":"${'x'.repeat(200_000)}"}`],
      ]) {
        const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${given}}}`
        const { status, body } = await served.post(message, bearer())
        expect({ tool, status, isError: body.result.isError }).toEqual({ tool, status: 200, isError: true })
        expect(body.result.structuredContent.code).toBe('invalid_request')
      }
      expect({}).not.toHaveProperty('polluted')
      const state = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"service_products_update","arguments":${deep(3)},"requestState":7}}`
      expect((await served.post(state, bearer())).status).toBeLessThan(500)
    })

    it('answers clients that accept only JSON, or do not say what they accept', async () => {
      for (const accept of ['application/json', '*/*', 'text/html']) {
        const { status, headers } = await served.ask('tools/list', {}, token, { era: LEGACY, headers: { accept } })
        expect({ accept, status, type: headers.get('content-type') }).toEqual({
          accept,
          status: 200,
          type: 'application/json',
        })
      }
    })
  })

  describe('the MCP endpoint over HTTP', () => {
    const METHODS = ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH']

    it.each(METHODS)('answers %s without a credential with 401 and the challenge', async (method) => {
      const { status, headers } = await served.post('', {}, method)
      expect({ status, allow: headers.get('allow') }).toEqual({ status: 401, allow: null })
      expect(headers.get('www-authenticate')).toBe(`Bearer ${METADATA}, scope="${DEFAULTS}"`)
    })

    it.each(METHODS)('answers %s with an invalid credential with 401 and says so', async (method) => {
      const unknown = mintSecret('account_token', database.random).secret.reveal()
      const { status, headers } = await served.post('', { authorization: `Bearer ${unknown}` }, method)
      expect({ status, allow: headers.get('allow') }).toEqual({ status: 401, allow: null })
      expect(headers.get('www-authenticate')).toContain('error="invalid_token"')
    })

    it.each(METHODS)('answers %s with a valid credential with 405 and Allow', async (method) => {
      const connection = connect(seeded.people.owner.account.id, ['products:read'], [seeded.product])
      for (const secret of [token, connection]) {
        const { status, headers } = await served.post('', { authorization: `Bearer ${secret}` }, method)
        expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' })
      }
      const { secret: key } = await seedProductKey(database, seeded.product, { scopes: ['analytics:read'] })
      expect((await served.post('', { authorization: `Bearer ${key}` }, method)).status).toBe(403)
    })

    it('answers a preflight with 405, with a credential or without', async () => {
      for (const headers of [{}, bearer()]) {
        const answer = await served.post('', headers, 'OPTIONS')
        expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' })
      }
    })

    it('checks the origin before the credential and the method', async () => {
      for (const method of ['GET', 'DELETE', 'POST'])
        expect((await served.post('', { origin: 'https://evil.example' }, method)).status).toBe(403)
    })

    it('accepts messages of at most 256 KiB', async () => {
      const padded = (bytes: number) => {
        const empty = rpc({ method: 'tools/list', params: { _meta: { pad: '' } } })
        return empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`)
      }
      expect((await served.post(padded(256 * 1024), bearer())).status).toBe(200)
      expect((await served.post(padded(256 * 1024 + 1), bearer())).status).toBe(413)
    })

    it('accepts messages with at most 4,000 values', async () => {
      const holding = (values: number) =>
        rpc({ method: 'tools/list', params: { _meta: { pad: Array(values).fill(0) } } })
      expect((await served.post(holding(3_900), bearer())).status).toBe(200)
      expect((await served.post(holding(4_000), bearer())).status).toBe(413)
    })

    it.each([
      ['text', { 'content-type': 'text/plain' }],
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['something compressed', { 'content-encoding': 'gzip' }],
    ])('rejects a body that is %s', async (_, headers) => {
      expect((await served.post(rpc({ method: 'tools/list' }), { ...bearer(), ...headers })).status).toBe(415)
    })

    it('rejects other origins and hosts, with or without a credential', async () => {
      for (const origin of ['https://evil.example', 'null', 'http://stats.example', 'https://stats.example:444']) {
        expect({ origin, status: (await served.ask('tools/list', {}, token, { headers: { origin } })).status }).toEqual(
          {
            origin,
            status: 403,
          },
        )
      }
      expect((await served.ask('tools/list', {}, token, { headers: { origin: BASE_URL } })).status).toBe(200)
      expect(await statusFor('evil.example')).toBe(403)
      expect(await statusFor('stats.example')).toBe(200)
    })

    it('gives each response an id and does not allow it to be stored', async () => {
      const { headers } = await served.ask('tools/list', {}, token)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('request-id')).toMatch(/^req_/)
    })
  })

  /** `fetch` says the host itself; Node's own client lets a caller lie. */
  function statusFor(host: string): Promise<number | undefined> {
    const headers = { ...bearer(), host, 'content-type': 'application/json' }
    return new Promise((resolve, reject) => {
      request(`${served.url}/api/mcp`, { method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end(rpc({ method: 'tools/list' }))
    })
  }

  /** Two answers to the same request differ only in its id. */
  function anonymous({ status, body }: { status: number; body: unknown }) {
    return { status, body: JSON.parse(JSON.stringify(body).replaceAll(/req_\d+/g, 'req')) }
  }
})
