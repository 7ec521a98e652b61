import { describe, expect, it } from 'vitest'
import { createClient, FootfallError, isFootfallError } from './index.ts'
import {
  awaiting,
  caught,
  executed,
  hangUp,
  json,
  previewed,
  problem,
  stillRuntime,
  testServer,
} from './test-support/server.ts'

const TOKEN = `jt_${'a'.repeat(49)}`
const DAY_MS = 86_400_000

const server = testServer()

function client(more: Partial<Parameters<typeof createClient>[0]> = {}) {
  const { runtime, slept, pass } = stillRuntime()
  return { slept, pass, footfall: createClient({ server: server.url, token: TOKEN, ...runtime, ...more }) }
}

const rename = (footfall: ReturnType<typeof createClient>, options?: object) =>
  footfall.products.update({ product: 'prd_1', name: 'Lumen' }, options)

describe('a question', () => {
  it('sends lists by commas, conditions as JSON, and nothing that is undefined', async () => {
    server.answer(json(200, { data: { value: 3 }, meta: {} }, { 'request-id': 'req_9' }))
    const filters = [{ dimension: 'page', operator: 'is', values: ['/a,b'] }] as const
    const answer = await client().footfall.analytics.query({
      product: 'prd_1',
      metric: ['visitors', 'visits'],
      period: '7d',
      filters: [...filters].map((filter) => ({ ...filter, values: [...filter.values] })),
      ...JSON.parse('{}'),
    })
    expect(answer).toMatchObject({ data: { value: 3 }, requestId: 'req_9' })
    const { url, headers, method } = server.asked[0] ?? { url: '', headers: {}, method: '' }
    const query = new URL(url, server.url).searchParams
    expect(method).toBe('GET')
    expect(headers.authorization).toBe(`Bearer ${TOKEN}`)
    expect(Object.fromEntries(query)).toEqual({
      product: 'prd_1',
      metric: 'visitors,visits',
      period: '7d',
      filters: JSON.stringify(filters),
    })
  })

  it('asks a question once when it is awaited twice, and not before', async () => {
    server.answer(json(200, { data: [] }))
    const question = client().footfall.products.list()
    expect(server.asked).toHaveLength(0)
    await question
    await question
    expect(server.asked).toHaveLength(1)
  })

  it('goes through the entries of all pages, and stops when a server repeats a cursor', async () => {
    const page = (names: string[], next: string | null) =>
      json(200, { data: names.map((name) => ({ name })), page: { limit: 2, next_cursor: next } })
    server.answer(page(['a', 'b'], 'c1'), page(['c'], null))
    const names: string[] = []
    for await (const { name } of client().footfall.products.list({ limit: 2 })) names.push(name)
    expect(names).toEqual(['a', 'b', 'c'])
    expect(server.asked.map(({ url }) => url)).toEqual([
      '/api/v1/products?limit=2',
      '/api/v1/products?limit=2&cursor=c1',
    ])
    server.answer(page(['a'], 'c1'))
    const endless = async () => {
      for await (const { name } of client().footfall.products.list()) names.push(name)
    }
    expect((await caught(endless())).code).toBe('invalid_response')
    expect(server.asked).toHaveLength(2)
  })

  it('ends with the reason of its signal, also while it waits to ask again', async () => {
    server.answer(problem(503, 'service_unavailable', { 'retry-after': '5' }))
    const abort = new AbortController()
    const reason = new Error('enough')
    const { footfall } = client({
      sleep: async (_, signal) => {
        abort.abort(reason)
        signal?.throwIfAborted()
      },
    })
    await expect(Promise.resolve(footfall.products.list({}, { signal: abort.signal }))).rejects.toBe(reason)
    await expect(Promise.resolve(footfall.products.list({}, { signal: abort.signal }))).rejects.toBe(reason)
    expect(server.asked).toHaveLength(1)
  })
})

describe('retries of the client', () => {
  it.each([
    ['a limit', problem(429, 'rate_limited', { 'retry-after': '7' }), 7_000],
    ['a store that is away', problem(503, 'service_unavailable', { 'retry-after': '2' }), 2_000],
    ['a proxy without the service', json(502, 'bad gateway'), 500],
    ['a lost connection', hangUp, 500],
    ['a date', problem(429, 'rate_limited', { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' }), 9_000],
    ['the same change in progress', problem(409, 'request_in_progress', { 'retry-after': '1' }), 1_000],
  ])('waits as long as %s asks for, and keeps the key', async (_, first, waitMs) => {
    const { footfall, slept } = client()
    server.answer(first, executed())
    expect(await rename(footfall).confirm()).toMatchObject({ state: 'executed' })
    expect(slept).toEqual([waitMs])
    const keys = server.asked.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0]])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  it('asks four times at most, each time after a longer pause', async () => {
    const { footfall, slept } = client()
    server.answer(hangUp)
    const error = await caught(footfall.products.list())
    expect(error).toMatchObject({ code: 'no_response', status: undefined })
    expect(slept).toEqual([500, 1_000, 2_000])
    expect(server.asked).toHaveLength(4)
  })

  it.each(['31536000', '99999999999999', 'Fri, 01 Jan 2100 00:00:00 GMT'])(
    'gives up at once when it should wait for %s, and says at most a day',
    async (after) => {
      const { footfall, slept } = client()
      server.answer(problem(429, 'rate_limited', { 'retry-after': after }))
      const error = await caught(footfall.products.list())
      expect(error.code).toBe('rate_limited')
      expect(error.retryAfterMs === undefined || error.retryAfterMs <= DAY_MS).toBe(true)
      expect(slept.every((ms) => ms <= 60_000)).toBe(true)
    },
  )

  it.each([
    'invalid_request',
    'not_found',
    'revision_conflict',
    'outcome_unknown',
    'approval_declined',
    'internal_error',
  ])('does not ask again after %s, whose error says the code, the fields and the key', async (code) => {
    const { footfall, slept } = client()
    server.answer(problem(409, code, {}, { errors: [{ path: 'name', message: 'is taken', did_you_mean: ['a', 1] }] }))
    const change = rename(footfall)
    const error = await caught(change.confirm())
    expect(error).toMatchObject({
      code,
      status: 409,
      requestId: 'req_1',
      errors: [{ path: 'name', message: 'is taken', did_you_mean: ['a'] }],
      key: await change.key(),
    })
    expect(slept).toEqual([])
  })
})

describe('a change', () => {
  it('previews without a key, confirms with the proof of the preview, and replays with the same key', async () => {
    const { footfall } = client()
    const change = rename(footfall)
    server.answer(previewed, executed())
    expect(await change.preview()).toMatchObject({ state: 'previewed', summary: 'Rename it.' })
    const outcome = await change.confirm()
    expect(outcome).toMatchObject({ state: 'executed', result: { id: 'prd_1' } })
    await change.confirm()
    const sent = server.asked.map(({ headers }) => [headers['service-confirm'], headers['service-preview']])
    expect(sent).toEqual([
      [undefined, undefined],
      ['true', 'proof-1'],
      ['true', 'proof-1'],
    ])
    expect(server.asked[1]?.headers['idempotency-key']).toBe(server.asked[2]?.headers['idempotency-key'])
    expect(JSON.parse(server.asked[1]?.body ?? '')).toEqual({ name: 'Lumen' })
    expect(server.asked[1]).toMatchObject({ method: 'PATCH', url: '/api/v1/products/prd_1' })
  })

  it('sends the values that it was created with, even if the object changes later', async () => {
    const { footfall } = client()
    const given = { product: 'prd_1', name: 'Lumen' }
    const change = footfall.products.update(given)
    given.name = 'Other'
    server.answer(executed())
    await change.confirm()
    expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual({ name: 'Lumen' })
  })

  it('two changes have two keys, and a key of the caller is sent as it is', async () => {
    const { footfall } = client()
    server.answer(executed())
    for (const change of [rename(footfall), rename(footfall), rename(footfall, { key: 'deploy-1' })])
      await change.confirm()
    const keys = server.asked.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(3)
    expect(keys[2]).toBe('deploy-1')
  })

  it.each(['', 'a b', 'ä', 'x'.repeat(256), 'a\nb'])('rejects the key %j before anything is sent', (key) => {
    expect(() => rename(client().footfall, { key })).toThrow('invalid_argument')
  })

  it('after a restart confirms the intended change with the kept key, and forgets it when asked', async () => {
    const keys = new Map<string, string>()
    const confirm = async () => {
      const change = rename(client({ keys }).footfall, { intent: 'rename' })
      await change.confirm()
      return change
    }
    server.answer(executed('2026-01-02T00:00:00.000Z'))
    await confirm()
    const again = await confirm()
    await again.forget()
    expect(keys.size).toBe(0)
    await rename(client({ keys, random: (bytes) => new Uint8Array(bytes).fill(7) }).footfall, {
      intent: 'rename',
    }).confirm()
    const sent = server.asked.map(({ headers }) => headers['idempotency-key'])
    expect(sent[1]).toBe(sent[0])
    expect(sent[2]).not.toBe(sent[0])
  })

  it('keeps the key before it is sent, so that a process that dies in between repeats the same change', async () => {
    const keys = new Map<string, string>()
    const { footfall } = client({ keys, attempts: 1 })
    server.answer(hangUp)
    const error = await caught(rename(footfall, { intent: 'rename' }).confirm())
    expect(error).toMatchObject({ code: 'no_response', key: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(JSON.parse(keys.get('rename') ?? '').key).toBe(error.key)
  })

  it('does not repeat a change under a key that the service may have forgotten', async () => {
    const keys = new Map<string, string>()
    const still = stillRuntime()
    const footfall = createClient({ server: server.url, token: TOKEN, ...still.runtime, keys })
    server.answer(executed('2026-01-02T00:00:00.000Z'))
    await rename(footfall, { intent: 'rename' }).confirm()
    still.pass(DAY_MS + 1)
    expect(await caught(rename(footfall, { intent: 'rename' }).confirm())).toMatchObject({ code: 'key_expired' })
    expect(server.asked).toHaveLength(1)
  })

  it('repeats a change of unknown outcome under its key, however old it is', async () => {
    const keys = new Map<string, string>()
    const still = stillRuntime()
    const footfall = createClient({ server: server.url, token: TOKEN, ...still.runtime, keys })
    server.answer(problem(409, 'outcome_unknown'), executed())
    const error = await caught(rename(footfall, { intent: 'rename' }).confirm())
    expect(error.code).toBe('outcome_unknown')
    still.pass(30 * DAY_MS)
    await rename(footfall, { intent: 'rename' }).confirm()
    expect(server.asked[1]?.headers['idempotency-key']).toBe(error.key)
  })

  it.each(['', '{}', 'null', '{"key":"a b","until":null}', '{"key":"a","until":"x"}', '"text"'])(
    'rejects the stored text %j instead of taking another key',
    async (text) => {
      server.answer(executed())
      const { footfall } = client({ keys: new Map([['rename', text]]) })
      expect(await caught(rename(footfall, { intent: 'rename' }).confirm())).toMatchObject({ code: 'invalid_argument' })
      expect(server.asked).toHaveLength(0)
    },
  )

  it('asks a store again that failed, and rejects an intent without a store or with a key', async () => {
    let fails = true
    const keys = {
      get: async () => {
        if (fails) throw new Error('away')
        return undefined
      },
      set: () => undefined,
      delete: () => undefined,
    }
    server.answer(executed())
    const change = rename(client({ keys }).footfall, { intent: 'rename' })
    await expect(change.confirm()).rejects.toThrow('away')
    fails = false
    expect(await change.confirm()).toMatchObject({ state: 'executed' })
    expect(() => rename(client().footfall, { intent: 'rename' })).toThrow('invalid_argument')
    expect(() => rename(client({ keys }).footfall, { intent: 'a', key: 'b' })).toThrow('invalid_argument')
  })

  it('waits for the person who approves it, and looks less and less often', async () => {
    const { footfall, slept } = client()
    server.answer(awaiting(), awaiting(), awaiting(), executed())
    const change = rename(footfall)
    expect(await change.confirm()).toMatchObject({ state: 'awaiting_approval', approval: { id: 'apr_1' } })
    expect(await change.settle()).toMatchObject({ state: 'executed' })
    expect(slept).toEqual([2_000, 3_000])
    expect(new Set(server.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it('stops waiting for a person after the given time, or when it is declined', async () => {
    const { footfall, slept } = client()
    server.answer(awaiting())
    const error = await caught(rename(footfall).settle({ waitMs: 6_000 }))
    expect(error).toMatchObject({ code: 'still_awaiting_approval', detail: expect.stringContaining('apr_1') })
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBe(6_000)
    server.answer(awaiting(), problem(409, 'approval_declined', {}, { detail: 'Not now.' }))
    expect(await caught(rename(footfall).settle())).toMatchObject({ code: 'approval_declined', detail: 'Not now.' })
  })
})

describe('a tool', () => {
  const result = (structuredContent: unknown, isError = false) =>
    json(200, {
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: 'said' }], structuredContent, isError },
    })

  it('calls a tool of content over MCP in one request, and confirms it by its arguments', async () => {
    const { footfall } = client()
    const preview = { data: { state: 'previewed' }, meta: { confirm: { preview: 'proof-1' } } }
    const done = { data: { state: 'executed', result: { id: 'ann_1' } }, meta: { idempotency: { expires_at: null } } }
    server.answer(result(preview), result(done))
    const change = footfall.annotations.create(
      { product: 'prd_1', date: '2026-01-01', title: 'Deployed' },
      { key: 'k1' },
    )
    await change.preview()
    expect(await change.confirm()).toMatchObject({ state: 'executed', result: { id: 'ann_1' } })
    const [first, second] = server.asked.map(({ url, headers, body }) => ({ url, headers, body: JSON.parse(body) }))
    expect(first?.url).toBe('/api/mcp?answers=both&toolset=content')
    expect(first?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'service_annotations_create',
    })
    expect(first?.body.params.arguments).toEqual({ product: 'prd_1', date: '2026-01-01', title: 'Deployed' })
    expect(second?.body.params.arguments).toMatchObject({ confirm: true, idempotency_key: 'k1', preview: 'proof-1' })
  })

  it('throws the problem of a tool, the error of the protocol, and what is neither', async () => {
    const { footfall } = client()
    const call = () => caught(footfall.callTool('service_products_list'))
    server.answer(result({ code: 'role_forbidden', status: 403, detail: 'No.' }, true))
    expect(await call()).toMatchObject({ code: 'role_forbidden', status: 403 })
    server.answer(json(200, { error: { code: -32602, message: 'Unknown tool' } }))
    expect(await call()).toMatchObject({ code: 'invalid_request', detail: 'Unknown tool' })
    server.answer(json(401, { error: { code: -32000, message: 'No token' } }))
    expect(await call()).toMatchObject({ code: 'invalid_token', status: 401 })
    for (const body of [{}, { result: 1 }, { result: {} }, { result: { structuredContent: [] } }, 'x']) {
      server.answer(json(200, body))
      expect(await call()).toMatchObject({ code: 'invalid_response' })
    }
    expect(await caught(footfall.callTool('a\r\nb'))).toMatchObject({ code: 'invalid_argument' })
  })

  it('returns the data and the text of any tool', async () => {
    server.answer(result({ data: [], page: { limit: 50, next_cursor: null } }))
    const answer = await client().footfall.callTool('service_products_list', {}, { toolset: 'analytics' })
    expect(answer).toMatchObject({ data: [], text: 'said' })
    expect(server.asked[0]?.url).toBe('/api/mcp?answers=both&toolset=analytics')
  })
})

it('recognizes an error by its code', () => {
  const error: unknown = new FootfallError('rate_limited', 'Wait.', { retryAfterMs: 5 })
  expect(isFootfallError(error)).toBe(true)
  expect(isFootfallError(error, 'rate_limited', 'not_found')).toBe(true)
  expect(isFootfallError(error, 'not_found')).toBe(false)
  expect(isFootfallError(new Error('rate_limited'))).toBe(false)
})

describe('an operation by its name', () => {
  it('asks, lists and changes as its method does', async () => {
    const { footfall } = client()
    server.answer(json(200, { data: [{ id: 'prd_1' }], meta: {}, page: { limit: 1, next_cursor: null } }))
    const ids: unknown[] = []
    for await (const item of footfall.read('service_products_list', { limit: 1 })) ids.push(item)
    expect(ids).toEqual([{ id: 'prd_1' }])
    server.answer(previewed, executed())
    const change = footfall.change('service_products_update', { product: 'prd_1', name: 'Lumen' })
    await change.preview()
    expect(await change.confirm()).toMatchObject({ state: 'executed', result: { id: 'prd_1' } })
    expect(server.asked[1]).toMatchObject({ method: 'PATCH', url: '/api/v1/products/prd_1', body: '{"name":"Lumen"}' })
  })

  it.each(['', 'products_list', 'service_', 'service_toString', 'xservice_products_list', 'service_products_update'])(
    'rejects the name %j for a read, and sends nothing',
    (name) => {
      server.answer(json(200, { data: [] }))
      expect(() => client().footfall.read(name)).toThrow('invalid_argument')
      expect(server.asked).toHaveLength(0)
    },
  )

  it('rejects a read in place of a change', () => {
    expect(() => client().footfall.change('service_products_list')).toThrow('There is no change')
  })
})

describe('an error that the client throws', () => {
  it('names the origin that a redirect leads to, and the scope that a challenge names', async () => {
    const { footfall } = client()
    server.answer((res) => res.writeHead(308, { location: 'https://other.example/a?b' }).end())
    expect(await caught(footfall.products.list())).toMatchObject({ redirectedTo: 'https://other.example' })
    server.answer((res) => res.writeHead(302, { location: 'http://[' }).end())
    expect(await caught(footfall.products.list())).toMatchObject({ code: 'redirected', redirectedTo: undefined })
    const challenge = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="team:read"' }
    server.answer(problem(403, 'insufficient_scope', challenge))
    expect(await caught(footfall.products.list())).toMatchObject({ missingScope: 'team:read' })
    server.answer(problem(403, 'role_forbidden', challenge))
    expect(await caught(footfall.products.list())).toMatchObject({ missingScope: undefined })
  })

  it.each([403, 404, 500])('calls a response with status %i and without a problem invalid', async (status) => {
    server.answer(json(status, {}))
    expect(await caught(client().footfall.products.list())).toMatchObject({ code: 'invalid_response', status })
  })
})

it('a key in the store has the proof of its preview, which another process sends again', async () => {
  const keys = new Map<string, string>()
  const first = rename(client({ keys }).footfall, { intent: 'rename' })
  server.answer(previewed, problem(409, 'outcome_unknown'))
  await first.preview()
  await caught(first.confirm())
  server.answer(executed())
  await rename(client({ keys }).footfall, { intent: 'rename' }).confirm()
  expect(server.asked[0]?.headers).toMatchObject({
    'idempotency-key': await first.key(),
    'service-preview': 'proof-1',
  })
})
