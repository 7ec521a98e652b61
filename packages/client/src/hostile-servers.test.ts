import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { openIssuer } from '@footfall/testkit/token-issuer'
import { describe, expect, it } from 'vitest'
import { createClient, exchangeWorkloadIdentity } from './index.ts'
import { caught, executed, json, problem, type Respond, stillRuntime, testServer } from './test-support/server.ts'

const TOKEN = `jt_${'S'.repeat(49)}`
const IDENTITY = `eyJhbGciOiJub25lIn0.${'c'.repeat(40)}.sig`

const server = testServer()

const client = (more: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({ server: server.url, token: TOKEN, ...stillRuntime().runtime, ...more })

describe('a server that sends the token elsewhere', () => {
  it.each([301, 302, 303, 307, 308])('gets no second request by a redirect with status %i', async (status) => {
    const elsewhere: string[] = []
    const other = createServer((req, res) => {
      elsewhere.push(String(req.headers.authorization))
      res.end('{"data":[]}')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const redirect: Respond = (res) => res.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end()
    server.answer(redirect)
    expect(await caught(client().products.list())).toMatchObject({ code: 'redirected', status })
    expect(await caught(client().products.update({ product: 'a', name: 'b' }).confirm())).toMatchObject({
      code: 'redirected',
    })
    const exchange = exchangeWorkloadIdentity({ server: server.url, subjectToken: IDENTITY })
    expect(await caught(exchange)).toMatchObject({ code: 'redirected' })
    expect(server.asked).toHaveLength(3)
    expect(elsewhere).toEqual([])
    other.closeAllConnections()
    other.close()
  })

  it.each([
    ['http on another machine', 'http://stats.example.com'],
    ['credentials in the address', 'https://a:b@stats.example.com'],
    ['another scheme', 'ftp://stats.example.com'],
    ['a name without a scheme', 'stats.example.com'],
    ['a query', 'https://stats.example.com/?a=1'],
    ['no address', ''],
    ['a host that looks like this machine', 'http://127.0.0.1.example.com'],
  ])('rejects %s as the server', (_, address) => {
    expect(() => createClient({ server: address, token: TOKEN })).toThrow('invalid_argument')
  })

  it('accepts http on another machine where that is allowed, and the path of a proxy', async () => {
    const asked: string[] = []
    const fetch = async (url: string | URL | Request) => {
      asked.push(String(url))
      return new Response('{"data":[]}')
    }
    await createClient({ server: 'http://footfall.internal/', token: TOKEN, allowHttp: true, fetch }).products.list()
    await createClient({ server: 'https://example.com/stats/', token: TOKEN, fetch }).products.list()
    expect(asked).toEqual(['http://footfall.internal/api/v1/products', 'https://example.com/stats/api/v1/products'])
  })
})

describe('a server with a certificate that nobody vouches for', () => {
  it('gets nothing, not even again, and the error says what is wrong with the certificate', async () => {
    const other = await openIssuer({ tlsName: 'localhost' })
    const { runtime, slept } = stillRuntime()
    const at = { server: other.issuer, ...runtime }
    const works = [
      () => createClient({ ...at, token: TOKEN }).products.list(),
      () =>
        createClient({ ...at, token: TOKEN })
          .products.update({ product: 'a', name: 'b' })
          .confirm(),
      () => exchangeWorkloadIdentity({ ...at, subjectToken: () => IDENTITY }),
    ]
    for (const work of works)
      expect(await caught(work())).toMatchObject({
        code: 'untrusted_certificate',
        detail:
          'Nothing was sent to the server: its certificate is self-signed; name the file of your own authority in NODE_EXTRA_CA_CERTS.',
      })
    expect(other.requests).toEqual([])
    expect(slept).toEqual([])
    await other.close()
  })

  it.each([
    ['CERT_HAS_EXPIRED', 'has expired'],
    ['CERT_NOT_YET_VALID', 'is not valid yet'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host name'],
    ['HOSTNAME_MISMATCH', 'is for another host name'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'comes from an unknown authority'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'comes from an unknown authority'],
  ])('the error describes the certificate by the code %s of the runtime', async (code, words) => {
    const fetch = () =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }))
    expect(await caught(client({ fetch }).products.list())).toMatchObject({
      code: 'untrusted_certificate',
      detail: expect.stringContaining(`its certificate ${words}`),
    })
  })

  it('reports a closed connection by its code, not as a certificate problem', async () => {
    const fetch = () =>
      Promise.reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error('closed'), { code: 'ECONNREFUSED' }) }),
      )
    expect(await caught(client({ fetch }).products.list())).toMatchObject({
      code: 'no_response',
      detail: 'No response came from the server: nothing answers there; check the address, and that the service runs.',
    })
  })
})

describe('a server that answers badly', () => {
  it('reads no response beyond the limit, with or without a length', async () => {
    let written = 0
    const endless: Respond = (res) => {
      const more = () => {
        while (!res.destroyed && res.write('x'.repeat(65_536))) written += 65_536
        if (!res.destroyed) res.once('drain', more)
      }
      more()
    }
    server.answer(endless)
    const footfall = client({ responseBytesMax: 100_000 })
    expect(await caught(footfall.products.list())).toMatchObject({ code: 'response_too_large' })
    expect(server.asked).toHaveLength(1)
    expect(written).toBeLessThan(50_000_000)
    server.answer(json(200, { data: 'x'.repeat(100_001) }))
    expect(await caught(footfall.products.list())).toMatchObject({ code: 'response_too_large' })
  })

  it('gives up a server that does not answer in time', async () => {
    server.answer(() => undefined)
    expect(await caught(client({ attempts: 1, timeoutMs: 20 }).products.list())).toMatchObject({
      code: 'no_response',
      detail: 'No response came from the server: it did not answer within 0.02 s.',
    })
  })

  it.each(['', 'null', '[]', '1', '{', '{"data"', '<html>', '{}', '{"dat":1}', '\u0000'])(
    'rejects a response with %j',
    async (text) => {
      server.answer((res) => res.writeHead(200).end(text))
      expect(await caught(client().products.list())).toMatchObject({ code: 'invalid_response', status: 200 })
      server.answer((res) => res.writeHead(200).end(text))
      const exchange = exchangeWorkloadIdentity({ server: server.url, subjectToken: IDENTITY })
      expect((await caught(exchange)).code).toMatch(/^(invalid_response|exchange_rejected)$/)
    },
  )

  it.each([
    [{ data: null, meta: {} }],
    [{ data: { state: 'executed' } }],
    [{ data: { state: 'done' }, meta: {} }],
    [{ data: { state: 'previewed' }, meta: { confirm: {} } }],
    [{ data: [], meta: [] }],
  ])('confirms nothing with %j', async (body) => {
    server.answer(json(200, body))
    const error = await caught(client().products.update({ product: 'a', name: 'b' }).confirm())
    expect(error.code).toBe('invalid_response')
  })

  it.each(['errors', 'code', 'detail'])(
    'an error with a wrong type of `%s` is one of the client still',
    async (field) => {
      for (const value of [1, null, [], {}, [1, null, { path: 1 }], 'x'.repeat(10_000)]) {
        server.answer(problem(400, 'invalid_request', {}, { [field]: value }))
        const error = await caught(client().products.list())
        expect(error.detail.length).toBeLessThanOrEqual(2_000)
        expect(Array.isArray(error.errors)).toBe(true)
      }
    },
  )
})

describe('secrets', () => {
  it('shows no secret in an error, not even if the server repeats it', async () => {
    const echo = { detail: `${TOKEN} and ${IDENTITY}`, errors: [{ path: TOKEN, message: IDENTITY }], code: TOKEN }
    server.answer(problem(400, 'invalid_request', {}, echo))
    const footfall = client()
    const errors: unknown[] = [await caught(footfall.products.list())]
    server.answer(json(400, { error: 'invalid_request', error_description: echo.detail }))
    errors.push(await caught(exchangeWorkloadIdentity({ server: server.url, subjectToken: IDENTITY })))
    server.answer(json(200, { error: { code: 1, message: echo.detail } }))
    errors.push(await caught(footfall.callTool('service_products_list')))
    const away = createClient({ server: 'http://127.0.0.1:1', token: TOKEN, attempts: 1 })
    errors.push(await caught(away.products.list()))
    const shown = errors.map((error) => inspect(error, { depth: 20, showHidden: true })).join('\n')
    expect(shown).not.toContain(TOKEN)
    expect(shown).not.toContain(IDENTITY)
    expect(shown).toContain('jt_…')
  })

  it('shows no secret in a client, a question or a change', () => {
    const footfall = client()
    for (const shown of [footfall, footfall.products.list(), footfall.products.update({ product: 'a', name: 'b' })]) {
      expect(inspect(shown, { depth: 20, showHidden: true })).not.toContain(TOKEN)
      expect(JSON.stringify(shown) ?? '').not.toContain(TOKEN)
    }
  })

  it.each(['', 'a b', `${TOKEN}\n`, 'jt_ä', 'x'.repeat(5_000)])(
    'a token that cannot be a header is rejected without being shown',
    (token) => {
      let message = ''
      try {
        client({ token })
      } catch (error) {
        message = inspect(error)
      }
      expect(message).toContain('invalid_argument')
      if (token !== '') expect(message).not.toContain(token)
    },
  )
})

describe('an id in a path', () => {
  it.each([
    ['a/b', '/api/v1/products/a%2Fb'],
    ['../access-tokens', '/api/v1/products/..%2Faccess-tokens'],
    ['?a=1#b', '/api/v1/products/%3Fa%3D1%23b'],
    ['a\\b', '/api/v1/products/a%5Cb'],
    ['%2e%2e', '/api/v1/products/%252e%252e'],
    ['ä b', '/api/v1/products/%C3%A4%20b'],
    ['a\r\nb', '/api/v1/products/a%0D%0Ab'],
  ])('keeps the id %j in one segment', async (product, path) => {
    server.answer(executed())
    await client().products.update({ product, name: 'x' }).confirm()
    expect(server.asked[0]?.url).toBe(path)
  })

  it.each(['', '.', '..', '\ud800'])('rejects the id %j before anything is sent', async (product) => {
    server.answer(executed())
    expect(await caught(client().products.get({ product }))).toMatchObject({ code: 'invalid_argument' })
    expect(server.asked).toHaveLength(0)
  })
})
