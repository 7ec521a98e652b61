import { type CredentialLimits, TOOLSETS } from '@footfall/core-domain'
import { type Principal, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededToken } from '@footfall/testkit'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProductKey } from '../features/keys/create.ts'
import { createToken } from '../features/tokens/create.ts'
import { listTokens } from '../features/tokens/list.ts'
import { updateToken } from '../features/tokens/update.ts'
import { MCP_OPERATIONS } from '../interface.ts'
import { type CallingScenario, MISSING_IDS, scenarioOn } from '../test-support/index.ts'
import { toolsetOf } from './toolsets.ts'

/** Rejected as input of every operation, so that a caller who is allowed is not answered with a report. */
const SURPRISE = { surprise: '1' }
const REJECTED = { code: 'credential_not_accepted' }

describeEachDialect('a token with limits', (database) => {
  let on: CallingScenario
  let readOnly: SeededToken
  let everything: SeededToken
  const only = new Map<string, SeededToken>()
  beforeAll(async () => {
    on = await scenarioOn(database)
    const limited = (limits: Partial<CredentialLimits>) => on.token({ scopes: [...SCOPES], limits })
    readOnly = await limited({ read_only: true })
    everything = await limited({ toolsets: [...TOOLSETS] })
    for (const toolset of TOOLSETS) only.set(toolset, await limited({ toolsets: [toolset] }))
  })

  describe.each(MCP_OPERATIONS.map((operation) => [operation.name, operation] as const))(
    'calls of %s',
    (_, operation) => {
      const path = Object.fromEntries(Object.keys(operation.params.shape).map((name) => [name, MISSING_IDS[name]]))
      const ask = (by: SeededToken | Principal) => on.call(by, operation, { path, query: SURPRISE }, { confirm: false })
      const allowed = { code: 'invalid_request', fields: expect.arrayContaining(['surprise']) }

      it('accepts only tokens whose tool groups include the operation', async () => {
        for (const [toolset, token] of only)
          expect([toolset, await ask(token)]).toMatchObject([
            toolset,
            toolset === toolsetOf(operation)
              ? allowed
              : { ...REJECTED, detail: expect.stringContaining(`limited by toolsets to ${toolset};`) },
          ])
        expect(await ask(everything)).toMatchObject(allowed)
      })

      it(operation.kind === 'read' ? 'accepts a read-only token' : 'rejects a read-only token', async () => {
        const rejected = { ...REJECTED, detail: expect.stringContaining('read_only') }
        expect(await ask(readOnly)).toMatchObject(operation.kind === 'read' ? allowed : rejected)
      })

      it('applies the same limits to an OAuth connection', async () => {
        const connection: Principal = {
          kind: 'oauth_connection',
          connection: database.ids.connection(),
          account: on.people.owner.account.id,
          scopes: new Set(SCOPES),
          selection: { mode: 'all' },
          limits: { readOnly: true, toolsets: new Set(['team']), previewFirst: false, approval: false },
        }
        const within = operation.kind === 'read' && toolsetOf(operation) === 'team'
        expect(await ask(connection)).toMatchObject(within ? allowed : REJECTED)
      })
    },
  )
})

describeEachDialect('limits of account tokens', (database) => {
  const ALL = ['tokens:read', 'tokens:write', 'keys:write', 'analytics:read', 'funnels:read', 'products:read']
  let on: CallingScenario
  let owner: Principal
  beforeEach(async () => {
    on = await scenarioOn(database)
    owner = await on.person('owner')
  })
  const child = (by: SeededToken | Principal, limits: object, scopes = ['analytics:read']) =>
    on.call(by, createToken, { body: { name: 'Child', scopes, products: { mode: 'all' }, ...limits } }, CONFIRMED())
  let keys = 0
  const CONFIRMED = () => ({ confirm: true, key: `limits-${++keys}` }) as const

  it('a token has no limits until a person sets them, and shows those that it has', async () => {
    expect((await child(owner, {})).data.result).toMatchObject({
      read_only: false,
      toolsets: null,
      preview_first: false,
    })
    const limits = { read_only: true, toolsets: ['team', 'analytics', 'team'], preview_first: true }
    const stored = { read_only: true, toolsets: ['analytics', 'team'], preview_first: true }
    const { result } = (await child(owner, limits)).data
    expect(result).toMatchObject(stored)
    const { data } = await on.call(owner, listTokens)
    expect(data.find(({ id }: { id: string }) => id === result.id)).toMatchObject(stored)
    const entries = await database.store.audit.list({ account: on.people.owner.account.id, limit: 10 })
    const entry = entries.find(({ subject }) => subject === result.id)
    expect(entry?.changes).toEqual(expect.arrayContaining([{ path: 'toolsets', from: null, to: stored.toolsets }]))
  })

  it('a child token without limits of its own gets those of its parent', async () => {
    const parent = await on.token({ scopes: ALL, limits: { toolsets: ['tokens', 'analytics'] } })
    expect((await child(parent, {})).data.result).toMatchObject({ toolsets: ['tokens', 'analytics'].sort() })
    const careful = await on.token({ scopes: ALL, limits: { preview_first: true } })
    const input = { body: { name: 'Child', scopes: ['analytics:read'], products: { mode: 'all' } } }
    const { preview } = await on.preview(careful, createToken, input)
    const made = await on.call(careful, createToken, input, { confirm: true, key: 'k', preview })
    expect(made.data.result).toMatchObject({ preview_first: true, read_only: false, toolsets: null })
  })

  it.each([
    [{ toolsets: ['tokens', 'analytics'] as const }, { toolsets: ['tokens', 'settings'] }, 'toolsets'],
    [{ toolsets: ['tokens', 'analytics'] as const }, { toolsets: null }, 'toolsets'],
    [{ preview_first: true }, { preview_first: false }, 'preview_first'],
  ])(
    'a child of a token with limits %j cannot widen them to %j, and the error names the limit',
    async (limits, asked, named) => {
      const parent = await on.token({ scopes: ALL, limits: limits as Partial<CredentialLimits> })
      const rejected = { code: 'delegation_exceeded', detail: expect.stringContaining(named) }
      const input = { body: { name: 'Child', scopes: ['analytics:read'], products: { mode: 'all' }, ...asked } }
      expect(await on.preview(parent, createToken, input)).toMatchObject(rejected)
      if (named === 'toolsets') expect(await child(parent, asked)).toMatchObject(rejected)
    },
  )

  it('a child token can have narrower limits of every kind', async () => {
    const parent = await on.token({ scopes: ALL, limits: { toolsets: ['tokens', 'analytics'] } })
    const limits = { read_only: true, toolsets: ['analytics'], preview_first: true }
    expect((await child(parent, limits)).data.result).toMatchObject(limits)
  })

  it.each([
    ['an unknown group', { toolsets: ['analytics', 'billing'] }, 'toolsets.1'],
    ['a group in other case', { toolsets: ['Analytics'] }, 'toolsets.0'],
    ['no group', { toolsets: [] }, 'toolsets'],
    ['a text', { toolsets: 'team' }, 'toolsets'],
    ['a thousand groups', { toolsets: Array(1_000).fill('analytics') }, 'toolsets'],
    ['a number', { read_only: 1 }, 'read_only'],
    ['null', { preview_first: null }, 'preview_first'],
    ['an unknown limit', { previewFirst: true }, 'previewFirst'],
  ])('a token cannot be created with %s, and the error names the field', async (_, limits, field) => {
    expect(await child(owner, limits)).toMatchObject({ code: 'invalid_request', fields: [field] })
  })

  it.each([
    ['read_only', true],
    ['toolsets', ['tokens']],
    ['preview_first', true],
  ])('changing the limit %s disables the child tokens and applies from the next request on', async (name, to) => {
    const root = await on.token({ scopes: ALL })
    const below = await on.token({ scopes: ['analytics:read'], parent: root.token })
    const path = { token_id: root.token.id }
    const { data } = await on.call(owner, updateToken, { path, body: { [name]: to } })
    expect(data).toMatchObject({ state: 'executed', result: { [name]: to, revision: 2 } })
    expect((await on.call(below, listTokens)).code).toBe('invalid_token')
    expect((await on.call(root, listTokens)).code).toBeUndefined()
    const again = await on.call(owner, updateToken, { path, body: { [name]: to } })
    expect(again.data.result.revision).toBe(2)
    const back = { read_only: false, toolsets: null, preview_first: false }
    expect((await on.call(owner, updateToken, { path, body: back })).data.result).toMatchObject(back)
  })

  it('the limits of a child token cannot be changed beyond those of its parent', async () => {
    const root = await on.token({ scopes: ALL, limits: { preview_first: true, toolsets: ['analytics'] } })
    const below = await on.token({
      scopes: ALL,
      parent: root.token,
      limits: { preview_first: true, toolsets: ['analytics'] },
    })
    const path = { token_id: below.token.id }
    for (const body of [{ preview_first: false }, { toolsets: null }, { toolsets: ['team'] }])
      expect((await on.call(owner, updateToken, { path, body })).code).toBe('delegation_exceeded')
    expect((await on.call(owner, updateToken, { path, body: { read_only: true } })).data.state).toBe('executed')
  })

  it('a token limited to some toolsets cannot create a Website API key with access to others', async () => {
    const make = (toolsets: CredentialLimits['toolsets'], scope: string) => async () => {
      const by = await on.token({ scopes: ALL, limits: { toolsets } })
      return on.confirm(by, createProductKey, { body: { name: 'Key', scopes: [scope] } })
    }
    const exceeded = { code: 'delegation_exceeded', detail: expect.stringContaining('toolsets') }
    expect(await make(['tokens'], 'analytics:read')()).toMatchObject(exceeded)
    expect(await make(['tokens', 'settings'], 'analytics:read')()).toMatchObject(exceeded)
    expect(await make(['tokens', 'analytics'], 'funnels:read')()).toMatchObject(exceeded)
    expect((await make(['tokens', 'analytics'], 'analytics:read')()).data.state).toBe('executed')
    expect((await make(['tokens', 'settings'], 'funnels:read')()).data.state).toBe('executed')
  })

  it.each(
    MCP_OPERATIONS.filter(({ allowedPrincipals }) => allowedPrincipals.has('website_key')).map(({ name }) => name),
  )('the operation %s, which keys may call, is in the tool group of its scope', (name) => {
    const operation = MCP_OPERATIONS.find((one) => one.name === name)
    if (operation === undefined) throw new Error('no such operation')
    expect([operation.scope, toolsetOf(operation)]).toEqual(
      operation.scope === 'analytics:read' ? ['analytics:read', 'analytics'] : ['funnels:read', 'settings'],
    )
  })
})
