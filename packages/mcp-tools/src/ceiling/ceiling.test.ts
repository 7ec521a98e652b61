import { DEFAULT_TOOLSETS, TOOLSETS } from '@footfall/core-domain'
import { MCP_OPERATIONS, OPERATIONS, toolsetOf } from '@footfall/operations'
import { OAUTH_SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, snapshot, testDatabase } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answered, connections, LEGACY, MODERN, ownerToken } from '../test-support.ts'
import { serveSuite } from '../test-support-suite.ts'

const ERAS = [MODERN, LEGACY] as const
/** A field that no one knows is left to the SDK: the second way to the same answers. */
const WAYS = [{}, { extension: 1 }] as const

describe('a ceiling', () => {
  const database = testDatabase('sqlite')
  const { oauth, assertStillActive, connect } = connections(database)
  const served = serveSuite(database, { oauth, assertStillActive })
  let seeded: SeededProduct
  let token: string

  beforeAll(async () => {
    seeded = await seedProduct(database)
    token = await ownerToken(database, seeded)
  })

  const names = async (query: string, secret = token, more: object = {}) => {
    const { status, body } = await served.ask('tools/list', {}, secret, { query, ...more })
    expect({ status, error: body.error }).toEqual({ status: 200 })
    return body.result.tools.map(({ name }: { name: string }) => name)
  }
  const call = (name: string, query: string, secret = token, more: object = {}) =>
    served.call(name, { product: seeded.product }, secret, { query, ...more })
  /** A rejection without the name of its tool. */
  const nameless = ({ status, headers, body }: Answered, name: string) => ({
    status,
    challenge: headers.get('www-authenticate'),
    body: JSON.parse(JSON.stringify(body).replaceAll(name, 'NAME')),
  })

  it('leaves tools above a ceiling, or outside the scopes of a token, out of the instructions', async () => {
    const instructions = async (query: string, secret = token) =>
      (await served.ask('server/discover', {}, secret, { query })).body.result.instructions
    const all = await instructions('')
    for (const said of ['service_products_list', 'Changes:', 'Secrets', 'Questions:']) expect(all).toContain(said)
    const reads = await instructions('?toolset=team&readonly=1')
    for (const said of ['service_', 'Changes:', 'Secrets', 'States:']) expect(reads).not.toContain(said)
    expect(await instructions('?toolset=settings')).toContain('Changes:')
    expect(await instructions('', await ownerToken(database, seeded, ['account:read']))).not.toContain('service_')
  })

  it.each(TOOLSETS)(
    'a ceiling of the toolset %s shows its tools in the order of the interface, in both eras',
    async (toolset) => {
      const expected = MCP_OPERATIONS.filter((operation) => toolsetOf(operation) === toolset)
      for (const era of ERAS) {
        for (const params of WAYS) {
          expect(await names(`?toolset=${toolset}`, token, { era, params })).toEqual(expected.map(({ name }) => name))
          const reads = expected.filter(({ kind }) => kind === 'read')
          expect(await names(`?readonly=1&toolset=${toolset}`, token, { era, params })).toEqual(
            reads.map(({ name }) => name),
          )
        }
      }
    },
  )

  it('accepts several toolsets in any order, and adds nothing to the scopes', async () => {
    expect(await names('?toolset=tokens,team')).toEqual(await names('?toolset=team,tokens'))
    expect(
      await names('?toolset=team,analytics', await ownerToken(database, seeded, ['team:read', 'settings:read'])),
    ).toEqual(['service_team_list'])
    expect(await names('?toolset=team', await ownerToken(database, seeded, ['settings:read']))).toEqual([])
    expect(await names(`?toolset=${DEFAULT_TOOLSETS.join(',')}`)).toEqual(await names(''))
  })

  it('keeps every grantable tool in the list of a connection, within the ceiling', async () => {
    const connection = connect(seeded.people.owner.account.id, ['products:read'], [seeded.product])
    const grantable = OPERATIONS.filter(({ scope }) => OAUTH_SCOPES.includes(scope))
    expect(await names('?readonly=true', connection)).toEqual(
      grantable.filter(({ kind }) => kind === 'read').map(({ name }) => name),
    )
    expect(await names('?toolset=tokens', connection)).toEqual([])
  })

  it.each(ERAS)(
    'a ceiling in the era %s gives a tool above it exactly the error of one that never existed',
    async (era) => {
      const narrow = await ownerToken(database, seeded, ['products:read'])
      for (const params of WAYS) {
        for (const secret of [token, narrow]) {
          for (const [tool, query] of [
            ['service_team_list', '?toolset=analytics'],
            ['service_tokens_list', '?toolset=analytics,team'],
            ['service_products_update', '?readonly=1'],
            ['service_team_invite', '?toolset=team&readonly=true'],
          ] as const) {
            const outside = await call(tool, query, secret, { era, params })
            const unknown = await call('service_nothing', query, secret, { era, params })
            expect(nameless(outside, tool)).toEqual(nameless(unknown, 'service_nothing'))
            expect(outside.body.error).toMatchObject({ code: -32602 })
          }
        }
      }
    },
  )

  it('challenges for the scope of a tool that is within the ceiling', async () => {
    const narrow = await ownerToken(database, seeded, ['products:read'])
    const { status, headers } = await call('service_team_list', '?toolset=team', narrow)
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toContain('error="insufficient_scope"')
    expect(headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource/api/mcp"')
  })

  it('a read-only ceiling allows a read and no write, even for a client that can ask its person', async () => {
    const query = '?readonly=1'
    const read = await call('service_products_get', query)
    expect(read.body.result.structuredContent.data).toMatchObject({ id: seeded.product })
    const before = await snapshot(database)
    const given = { product: seeded.product, name: 'Renamed', confirm: true, idempotency_key: 'ceiling' }
    for (const capabilities of [{}, { elicitation: {} }]) {
      const write = await served.call('service_products_update', given, token, { query, capabilities })
      expect(write.body.error).toMatchObject({ code: -32602, message: 'Unknown tool: service_products_update' })
    }
    expect(await snapshot(database)).toEqual(before)
  })

  it.each([
    ['', { toolsets: ['analytics', 'team'], read_only: true }, 'toolset=analytics,team&readonly=1'],
    ['?toolset=team', { toolsets: ['analytics', 'team'], read_only: true }, 'toolset=team&readonly=1'],
    [
      '?toolset=team,tokens&readonly=1',
      { toolsets: ['analytics', 'team'], read_only: false },
      'toolset=team&readonly=1',
    ],
    ['?toolset=settings', { toolsets: null, read_only: true }, 'toolset=settings&readonly=1'],
  ] as const)('the address %s and the limits %j of a connection allow what both allow', async (query, limits, same) => {
    const { account } = seeded.people.owner
    const given = {
      ...limits,
      toolsets: limits.toolsets && [...limits.toolsets],
      preview_first: false,
      approval: false,
    }
    const limited = connect(account.id, OAUTH_SCOPES, [seeded.product], given)
    const free = connect(account.id, OAUTH_SCOPES, [seeded.product])
    const shown = await names(query, limited)
    expect(shown).toEqual(await names(`?${same}`, free))
    expect(shown.length).toBeGreaterThan(0)
    const outside = OPERATIONS.filter(({ name }) => !shown.includes(name))
    expect(outside.length).toBeGreaterThan(0)
    for (const { name } of outside) {
      const [rejected, unknown] = [await call(name, query, limited), await call('service_nothing', query, limited)]
      expect(nameless(rejected, name)).toEqual(nameless(unknown, 'service_nothing'))
    }
  })

  it('a ceiling that has nothing in common with the limits leaves no tool', async () => {
    const limits = { toolsets: ['analytics' as const], read_only: false, preview_first: false, approval: false }
    const limited = connect(seeded.people.owner.account.id, OAUTH_SCOPES, [seeded.product], limits)
    expect(await names('?toolset=team', limited)).toEqual([])
  })

  it('leaves out the resources and prompts of tools above the ceiling', async () => {
    const ask = async (method: string, key: string, query: string) =>
      (await served.ask(method, {}, token, { query })).body.result[key].filter(
        // Pages of MCP Apps hold no data.
        ({ uri = '' }: { uri?: string }) => !uri.startsWith('ui://'),
      ).length
    for (const [method, key] of [
      ['resources/list', 'resources'],
      ['prompts/list', 'prompts'],
    ] as const) {
      expect(await ask(method, key, '?toolset=analytics')).toBeGreaterThan(0)
      expect(await ask(method, key, '?toolset=team')).toBe(0)
    }
    const uri = 'footfall://products'
    const { body } = await served.ask('resources/read', { uri }, token, {
      query: '?toolset=team',
      headers: { 'mcp-name': uri },
    })
    expect(body.error).toMatchObject({ code: -32602, message: `Resource not found: ${uri}` })
  })

  it('rejects a mistyped ceiling with a problem that names the parameter, in both eras', async () => {
    for (const era of ERAS) {
      for (const [query, path] of [
        ['?toolset=', 'toolset'],
        ['?toolset=analytics&toolset=team', 'toolset'],
        ['?readonly=0', 'readonly'],
        ['?read_only=1', 'read_only'],
      ] as const) {
        for (const [method, params] of [
          ['tools/list', {}],
          ['tools/call', { name: 'service_products_list' }],
        ] as const) {
          const { status, headers, body } = await served.ask(method, params, token, { query, era })
          expect({ status, type: headers.get('content-type'), code: body.code, errors: body.errors }).toMatchObject({
            status: 400,
            type: 'application/problem+json',
            code: 'invalid_request',
            errors: [{ path }],
          })
        }
      }
    }
  })

  it('checks the ceiling after the credential, so that a challenge comes first', async () => {
    const { status, headers } = await served.ask('tools/list', {}, undefined, { query: '?toolset=nothing' })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource/api/mcp"')
  })
})
