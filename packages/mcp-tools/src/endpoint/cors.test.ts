import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_URL, type Served, serve } from '../test-support.ts'

const INSPECTOR = 'http://localhost:6274'
const FOREIGN = 'https://evil.example'

describe('CORS of the MCP endpoint', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let served: Served
  let closed: Served
  let token: string

  beforeAll(async () => {
    const { people } = await seedProduct(database)
    token = (await seedToken(database, people.owner.account, { scopes: SCOPES })).secret
    const services = { ...servicesOn(database), ...(await engine.services(database)) }
    served = await serve({ ...services, allowedOrigins: [INSPECTOR, 'https://app.example'] })
    closed = await serve(services)
  })
  afterAll(() => Promise.all([served.close(), closed.close()]))

  const preflight = (on: Served, origin: string | undefined, headers = 'authorization,content-type,mcp-method') =>
    fetch(`${on.url}/api/mcp`, {
      method: 'OPTIONS',
      headers: {
        ...(origin === undefined ? {} : { origin }),
        'access-control-request-method': 'POST',
        'access-control-request-headers': headers,
      },
    })

  it('answers a preflight without a credential from an origin that the operator allowed', async () => {
    const { status, headers } = await preflight(served, INSPECTOR)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(INSPECTOR)
    expect(headers.get('access-control-allow-methods')).toBe('POST, GET, DELETE')
    expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type, mcp-method')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('vary')).toContain('Origin')
  })

  it('allows the credential, the content type and headers of the protocol, and no others', async () => {
    const asked = 'Authorization, MCP-Protocol-Version, mcp-session-id, mcp-param-region, x-mcp, cookie, mcp-, a b'
    const { headers } = await preflight(served, INSPECTOR, asked)
    expect(headers.get('access-control-allow-headers')).toBe(
      'authorization, mcp-protocol-version, mcp-session-id, mcp-param-region',
    )
  })

  it('rejects pages of origins that were not allowed, with or without a preflight', async () => {
    for (const [on, origin] of [
      [served, FOREIGN],
      [served, 'null'],
      [served, 'http://localhost:6275'],
      [served, 'https://app.example.evil.example'],
      [closed, INSPECTOR],
    ] as const) {
      for (const answer of [
        await preflight(on, origin),
        await on.ask('tools/list', {}, token, { headers: { origin } }),
      ]) {
        expect({ origin, status: answer.status }).toEqual({ origin, status: 403 })
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      }
    }
  })

  it('exposes the same headers of answers and challenges to an allowed page, including when the token expires', async () => {
    const exposed = /WWW-Authenticate.*Request-Id.*Retry-After.*Mcp-.*Footfall-Token-Expires/
    const headers = { origin: INSPECTOR }
    const answers = [
      await served.ask('tools/list', {}, token, { headers }),
      await served.ask('tools/list', {}, undefined, { headers }),
      await served.ask('tools/list', {}, token, { headers, query: '?readonly=' }),
      await served.post('{', { authorization: `Bearer ${token}`, ...headers }),
      await served.post('', { authorization: `Bearer ${token}`, ...headers }, 'GET'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 400, 400, 405])
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(INSPECTOR)
      expect(answer.headers.get('access-control-expose-headers')).toMatch(exposed)
      expect(answer.headers.get('vary')).toContain('Origin')
    }
  })

  it('does not change the response to other callers, except for the Vary header', async () => {
    for (const headers of [{}, { origin: BASE_URL }]) {
      const answer = await served.ask('tools/list', {}, token, { headers })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(answer.headers.get('vary')).toContain('Origin')
    }
    expect((await preflight(served, undefined)).status).toBe(405)
    expect((await preflight(closed, BASE_URL)).status).toBe(405)
  })

  it.each(['GET', 'DELETE', 'HEAD', 'PUT'])(
    'answers %s with 405 for a valid credential, and with 401 and a challenge without one',
    async (method) => {
      const url = `${served.url}/api/mcp`
      const allowed = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } })
      expect({ status: allowed.status, allow: allowed.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' })
      for (const headers of [{}, { authorization: 'Bearer jt_nothing' }] as const) {
        const rejected = await fetch(url, { method, headers })
        expect(rejected.status).toBe(401)
        expect(rejected.headers.get('www-authenticate')).toContain('resource_metadata=')
      }
    },
  )
})
