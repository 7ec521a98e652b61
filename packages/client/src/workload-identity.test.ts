import { expect, it } from 'vitest'
import { createClient, exchangeWorkloadIdentity, FootfallError, workloadIdentity } from './index.ts'
import { hangUp, json, problem, stillRuntime, testServer } from './test-support/server.ts'

const server = testServer()

const token = (name: string, expiresIn = 600) =>
  json(200, { access_token: `jt_${name}`, token_type: 'Bearer', expires_in: expiresIn, scope: 'analytics:read' })
const list = json(200, { data: [] })

function identity(more: object = {}) {
  const { runtime, slept, pass } = stillRuntime()
  let made = 0
  const options = { ...runtime, server: server.url, subjectToken: () => `identity-${++made}`, ...more }
  return {
    slept,
    pass,
    tokens: workloadIdentity(options),
    options,
    client: (source = workloadIdentity(options)) => createClient({ ...options, token: source }),
  }
}

it('the exchange sends the form of RFC 8693, and names trust and scopes where they are given', async () => {
  server.answer(token('one'))
  const exchanged = await exchangeWorkloadIdentity({
    ...stillRuntime().runtime,
    server: server.url,
    subjectToken: 'identity',
    subjectTokenType: 'id_token',
    trustId: 'trs_1',
    scope: ['analytics:read', 'content:write'],
  })
  expect(exchanged).toEqual({
    accessToken: 'jt_one',
    expiresAt: Date.parse('2026-01-01T00:10:00.000Z'),
    scope: ['analytics:read'],
  })
  const [{ method, url, headers, body } = { method: '', url: '', headers: {}, body: '' }] = server.asked
  expect({ method, url, type: headers['content-type'] }).toEqual({
    method: 'POST',
    url: '/oauth/token',
    type: 'application/x-www-form-urlencoded',
  })
  expect(headers.authorization).toBeUndefined()
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: 'identity',
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    trust_id: 'trs_1',
    scope: 'analytics:read content:write',
  })
})

it.each(['invalid_request', 'invalid_scope', 'invalid_target'])(
  'the exchange says why it was rejected: %s',
  async (error) => {
    server.answer(json(400, { error, error_description: 'No trust fits.' }))
    const work = exchangeWorkloadIdentity({ server: server.url, subjectToken: 'identity' })
    await expect(work).rejects.toMatchObject({ code: 'exchange_rejected', oauthError: error, detail: 'No trust fits.' })
    await expect(work).rejects.toBeInstanceOf(FootfallError)
    expect(server.asked).toHaveLength(1)
  },
)

it('one token serves many calls, and is made anew before it expires', async () => {
  const { client, tokens, pass } = identity()
  const footfall = client(tokens)
  server.answer(token('one'), list, list, token('two'), list)
  await footfall.products.list()
  await footfall.products.list()
  pass(541_000)
  await footfall.products.list()
  expect(server.asked.map(({ url, headers }) => headers.authorization ?? url)).toEqual([
    '/oauth/token',
    'Bearer jt_one',
    'Bearer jt_one',
    '/oauth/token',
    'Bearer jt_two',
  ])
  const subjects = server.asked.flatMap(({ body }) => new URLSearchParams(body).get('subject_token') ?? [])
  expect(subjects).toEqual(['identity-1', 'identity-2'])
})

it('calls at the same time share one exchange, and one that is aborted does not end it for the others', async () => {
  const { client } = identity()
  const footfall = client()
  server.answer(token('one'), list)
  const abort = new AbortController()
  const given = { signal: abort.signal }
  const aborted = expect(Promise.resolve(footfall.products.list({}, given))).rejects.toThrow('enough')
  const others = Promise.all([footfall.products.list(), footfall.products.list()])
  abort.abort(new Error('enough'))
  await aborted
  await others
  expect(server.asked.filter(({ url }) => url === '/oauth/token')).toHaveLength(1)
})

it('exchanges a token that is no longer accepted only once more', async () => {
  const { client } = identity()
  server.answer(token('one'), problem(401, 'invalid_token'), token('two'), list)
  await client().products.list()
  expect(server.asked).toHaveLength(4)
  server.answer(token('one'), problem(401, 'invalid_token'), token('two'), problem(401, 'invalid_token'))
  await expect(Promise.resolve(client().products.list())).rejects.toMatchObject({ code: 'invalid_token' })
  expect(server.asked).toHaveLength(4)
})

it('a lost response is repeated only with another identity, since each is accepted once', async () => {
  server.answer(hangUp, token('one'))
  await identity().tokens.token()
  expect(server.asked.map(({ body }) => new URLSearchParams(body).get('subject_token'))).toEqual([
    'identity-1',
    'identity-2',
  ])
  server.answer(hangUp, token('one'))
  await expect(exchangeWorkloadIdentity({ server: server.url, subjectToken: 'only' })).rejects.toMatchObject({
    code: 'no_response',
  })
  expect(server.asked).toHaveLength(1)
})

it('the exchange waits as long as a limit asks for', async () => {
  const { tokens, slept } = identity()
  server.answer(json(429, { error: 'slow_down' }, { 'retry-after': '3' }), token('one'))
  expect(await tokens.token()).toBe('jt_one')
  expect(slept).toEqual([3_000])
})

it.each([
  [{ access_token: 1, expires_in: 600 }],
  [{ access_token: 'jt_x', expires_in: '600' }],
  [{ access_token: 'jt_x' }],
  [{}],
])('an answer of the token endpoint without a token or its life is rejected: %j', async (body) => {
  server.answer(json(200, body))
  await expect(identity().tokens.token()).rejects.toMatchObject({ code: 'invalid_response' })
})
