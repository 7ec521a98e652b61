import { servicesOn, type TestEngine, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_URL, type Served, serve } from '../test-support.ts'

const INSPECTOR = 'http://localhost:6274'
const FOREIGN = 'https://evil.example'

describe('pages of other origins', () => {
  const database = testDatabase('sqlite')
  let engine: TestEngine
  let served: Served
  let closed: Served
  let token: string

  beforeAll(async () => {
    engine = await testEngine()
    const { people } = await seedProduct(database)
    token = (await seedToken(database, people.owner.account, { scopes: SCOPES })).secret
    const services = { ...servicesOn(database), ...(await engine.services(database)) }
    served = await serve({ ...services, allowedOrigins: [INSPECTOR, 'https://app.example'] })
    closed = await serve(services)
  })
  afterAll(async () => {
    await Promise.all([served.close(), closed.close()])
    await engine.close()
  })

  const preflight = (on: Served, origin: string | undefined, headers = 'authorization,content-type,mcp-method') =>
    fetch(`${on.url}/api/mcp`, {
      method: 'OPTIONS',
      headers: {
        ...(origin === undefined ? {} : { origin }),
        'access-control-request-method': 'POST',
        'access-control-request-headers': headers,
      },
    })

  it('get a preflight where the operator allowed the origin, without a credential', async () => {
    const { status, headers } = await preflight(served, INSPECTOR)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(INSPECTOR)
    expect(headers.get('access-control-allow-methods')).toBe('POST, GET, DELETE')
    expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type, mcp-method')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('vary')).toContain('Origin')
  })

  it('may send the credential, the type and headers of the protocol, and no others', async () => {
    const asked = 'Authorization, MCP-Protocol-Version, mcp-session-id, mcp-param-region, x-mcp, cookie, mcp-, a b'
    const { headers } = await preflight(served, INSPECTOR, asked)
    expect(headers.get('access-control-allow-headers')).toBe(
      'authorization, mcp-protocol-version, mcp-session-id, mcp-param-region',
    )
  })

  it('are refused where nobody allowed them, preflight or not', async () => {
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

  it('read answers and challenges alike', async () => {
    const exposed = /WWW-Authenticate.*Request-Id.*Retry-After.*Mcp-/
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

  it('do not change what other callers get, except that caches are told', async () => {
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
    '%s is 405 to a valid credential and 401 with a challenge to none',
    async (method) => {
      const url = `${served.url}/api/mcp`
      const allowed = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } })
      expect({ status: allowed.status, allow: allowed.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' })
      for (const headers of [{}, { authorization: 'Bearer jt_nothing' }] as const) {
        const refused = await fetch(url, { method, headers })
        expect(refused.status).toBe(401)
        expect(refused.headers.get('www-authenticate')).toContain('resource_metadata=')
      }
    },
  )
})
