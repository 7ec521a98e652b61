import { SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CallOptions, LEGACY, MODERN } from '../test-support.ts'
import { serveSuite } from '../test-support-suite.ts'

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
const APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }

describe('the form of answers', () => {
  const database = testDatabase('sqlite')
  const served = serveSuite(database)
  let seeded: SeededProduct
  let token: string
  beforeAll(async () => {
    seeded = await seedProduct(database)
    token = (await seedToken(database, seeded.people.owner.account, { scopes: SCOPES })).secret
  })

  /** What a client gets: `text`, `both`, or a mixture that nobody should get. */
  const formOf = async (options: CallOptions): Promise<string> => {
    const list = (await served.ask('tools/list', {}, token, options)).body.result.tools
    const schemas = new Set(list.map((tool: object) => 'outputSchema' in tool))
    const results = [
      // A read, which is answered at once; an error; and a write, which the library of the protocol answers.
      await served.call('service_products_get', { product: seeded.product }, token, options),
      await served.call('service_products_get', { product: 'prd_nobody' }, token, options),
      await served.call('service_products_update', { product: seeded.product, name: 'Lumen' }, token, options),
    ].map(({ body }) => body.result)
    for (const { content } of results) expect(content[0].text.length).toBeGreaterThan(20)
    const data = new Set(results.map((result) => 'structuredContent' in result))
    const has = [...schemas, ...data]
    return has.every((one) => one) ? 'both' : has.some((one) => one) ? 'mixed' : 'text'
  }

  it.each([LEGACY, MODERN] as const)('follows the address, whatever the client is (%s)', async (era) => {
    const headers = { 'user-agent': 'claude-code/2.1.172' }
    expect(await formOf({ era, query: '?answers=text' })).toBe('text')
    expect(await formOf({ era, query: '?answers=both', headers })).toBe('both')
    expect(await formOf({ era, query: '?answers=text', capabilities: APPS })).toBe('text')
  })

  it.each([
    ['claude-code/2.1.172 (cli)', 'text'],
    ['codex-mcp-client/0.157.0', 'text'],
    ['codex_cli_rs/0.115.0 (Linux)', 'text'],
    ['opencode/1.17.11', 'text'],
    ['Claude-Code/3', 'text'],
    ['node', 'both'],
    ['not-claude-code/1', 'both'],
    ['Mozilla/5.0 claude-code/2', 'both'],
    ['', 'both'],
  ])('answers a client with the User-Agent %j with %s', async (agent, form) => {
    expect(await formOf({ era: LEGACY, headers: { 'user-agent': agent } })).toBe(form)
  })

  it('follows clientInfo where each request has it, and sends both to a client that shows pages', async () => {
    const params = { _meta: { [CLIENT_INFO]: { name: 'codex-mcp-client', version: '1' } } }
    expect(await formOf({ era: MODERN, params })).toBe('text')
    expect(await formOf({ era: MODERN, params, capabilities: APPS })).toBe('both')
    expect(await formOf({ era: MODERN })).toBe('both')
  })

  it.each(['answers=', 'answers=json', 'answers=text&answers=text'])('rejects %s with 400 by name', async (query) => {
    const { status, body } = await served.ask('tools/list', {}, token, { query: `?${query}` })
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ path: 'answers' }] })
  })

  it('leaves the secret of a new token in the text, which is all that the client gets', async () => {
    const given = {
      name: 'CI',
      scopes: ['analytics:read'],
      products: { mode: 'all' },
      confirm: true,
      idempotency_key: 'k',
    }
    const { body } = await served.call('service_tokens_create', given, token, { query: '?answers=text' })
    expect(body.result.structuredContent).toBeUndefined()
    expect(body.result.content[0].text).toMatch(/jt_\w{20,}/)
  })
})

describe('the challenge to a client without a credential', () => {
  const database = testDatabase('sqlite')
  const served = serveSuite(database)

  const scopesFor = async (query: string): Promise<readonly string[]> => {
    const { status, headers } = await served.ask('tools/list', {}, undefined, { query })
    expect(status).toBe(401)
    return /scope="([^"]*)"/.exec(headers.get('www-authenticate') ?? '')?.[1]?.split(' ') ?? []
  }

  it('names the write scopes of the toolsets in the address, and none where the address is read-only', async () => {
    const initial = await scopesFor('')
    expect(initial.filter((scope) => scope.endsWith(':write'))).toEqual([])
    expect(await scopesFor('?toolset=settings')).toEqual(expect.arrayContaining([...initial, 'settings:write']))
    expect(await scopesFor('?toolset=analytics')).toEqual(initial)
    for (const query of ['?toolset=settings&readonly=1', '?toolset=settings&readonly=settings', '?toolset=nothing'])
      expect(await scopesFor(query)).toEqual(initial)
  })
})
