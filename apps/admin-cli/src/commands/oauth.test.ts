import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@footfall/core-domain'
import { type ControlData, openStore } from '@footfall/storage'
import { seedAccount, seededRandom, settableClock } from '@footfall/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../program.ts'
import { testDependencies } from '../test-support/command-line.ts'

describe('footfall oauth', () => {
  const clock = settableClock()
  const random = seededRandom()
  let dataDir: string
  let control: ControlData
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'footfall-cli-oauth-'))
    control = openStore({ sqlite: { path: join(dataDir, 'footfall.sqlite') } }, { clock, random })
    await control.migrate()
  })
  afterEach(async () => {
    await control.store.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const footfall = async (args: string) => {
    const out: string[] = []
    const err: string[] = []
    const environment = { DATA_DIR: dataDir }
    const printed = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) }
    const code = await run(args.split(' '), testDependencies({ environment, clock, random, ...printed }))
    return { code, out: out.join('\n'), err: err.join('\n') }
  }
  const json = async (args: string) => JSON.parse((await footfall(`${args} --json`)).out)

  /** A registered application, and a connection that an account allowed it. */
  const connect = async (name: string) => {
    const account = await seedAccount({ store: control.store, clock, random })
    const now = clock.now()
    const client = {
      id: `client-${name}`,
      name: `App ${name}`,
      redirectUris: ['https://app.example/callback'],
      authMethod: 'client_secret_basic' as const,
      grantTypes: ['authorization_code' as const],
      credential: 'hash-of-secret',
      registeredAt: now,
      expiresAt: now + DAY_MS,
      firstAllowedAt: now,
    }
    await control.oauth.clients.register(client, { network: undefined, perNetworkMax: 10, max: 10 })
    const asked = {
      clientId: client.id,
      clientName: client.name,
      scopes: ['analytics:read'],
      issuer: 'http://localhost:3000',
      resource: 'http://localhost:3000/api/mcp',
      accountId: account.id,
      grant: { products: ['prd_1'] },
      expiresAt: now + 90 * DAY_MS,
    }
    const id = `con_${name}`
    const [redirectUri = ''] = client.redirectUris
    const code = { ...asked, redirectUri, codeChallenge: 'c', connectionId: id, issuedAt: now, consumedAt: undefined }
    await control.oauth.consents.add({ ...code, hash: name, browserHash: 'b', state: 's', createdAt: now })
    await control.oauth.consents.approve(name, { ...code, hash: name })
    const connection = { ...asked, id, createdAt: now, refreshedAt: now, revokedAt: undefined, generation: 0 }
    const accessToken = { hash: name, connectionId: id, issuedAt: now, expiresAt: now + DAY_MS }
    await control.oauth.codes.redeem(name, { connection, accessToken, refreshToken: undefined }, now)
    clock.advance(1)
    return { account, client, connection }
  }

  it('reports that no application is registered or connected', async () => {
    expect(await footfall('oauth clients')).toMatchObject({ code: 0, out: 'No application has registered.' })
    expect(await footfall('oauth connections list')).toMatchObject({ code: 0, out: 'No application is connected.' })
  })

  it('lists applications, newest first, without their secrets', async () => {
    await connect('one')
    await connect('two')
    const { clients } = await json('oauth clients list')
    expect(clients.map(({ id }: { id: string }) => id)).toEqual(['client-two', 'client-one'])
    expect(JSON.stringify(clients)).not.toContain('hash-of-secret')
    expect((await footfall('oauth clients')).out).toMatch(/client-one +App one +client_secret_basic/)
  })

  it('prints JSON with the keys that scripts rely on', async () => {
    await connect('one')
    const { clients } = await json('oauth clients list')
    const { connections } = await json('oauth connections list')
    expect([clients, connections].map(([first]) => Object.keys(first))).toEqual([
      ['id', 'name', 'token_endpoint_auth_method', 'redirect_uris', 'registered_at', 'expires_at', 'first_allowed_at'],
      [
        'id',
        'status',
        'client',
        'account',
        'products',
        'read_only',
        'toolsets',
        'preview_first',
        'approval',
        'scopes',
        'created_at',
        'expires_at',
        'refreshed_at',
        'last_used_at',
      ],
    ])
    expect(Object.keys(connections[0].client)).toEqual(['id', 'name'])
    expect(await json('oauth connections revoke con_one')).toEqual({ id: 'con_one', status: 'revoked' })
    expect(await json('oauth clients revoke client-one')).toEqual({ id: 'client-one', revoked: true })
  })

  it('lists connections with products, scopes, account and status', async () => {
    const { account } = await connect('one')
    const { connections } = await json('oauth connections')
    expect(connections).toEqual([
      expect.objectContaining({
        id: 'con_one',
        status: 'active',
        account: account.email,
        products: ['prd_1'],
        scopes: ['analytics:read'],
        last_used_at: null,
      }),
    ])
    await connect('two')
    expect((await json(`oauth connections --account ${account.email}`)).connections).toHaveLength(1)
    clock.advance(90 * DAY_MS)
    expect((await footfall('oauth connections')).out).toMatch(/con_one +expired/)
    expect((await json('oauth connections list --live')).connections).toEqual([])
  })

  it('revokes one connection once and records it', async () => {
    await connect('one')
    await connect('two')
    expect((await footfall('oauth connections revoke con_one')).code).toBe(0)
    expect((await control.oauth.connections.find('con_one'))?.revokedAt).toBe(clock.now())
    expect((await control.oauth.connections.find('con_two'))?.revokedAt).toBeUndefined()
    expect(await footfall('oauth connections revoke con_one')).toMatchObject({ code: 1 })
    expect(await footfall('oauth connections revoke con_none')).toMatchObject({ code: 1 })
    expect(await control.store.audit.list({ limit: 5 })).toMatchObject([
      { operation: 'oauth connections revoke', subject: 'con_one', actor: { kind: 'operator' } },
    ])
  })

  it('revokes the registration of an application with all its connections', async () => {
    await connect('one')
    await connect('two')
    expect((await footfall('oauth clients revoke client-one')).code).toBe(0)
    expect(await control.oauth.clients.find('client-one')).toBeUndefined()
    expect((await control.oauth.connections.find('con_one'))?.revokedAt).toBe(clock.now())
    expect((await control.oauth.connections.find('con_two'))?.revokedAt).toBeUndefined()
    expect(await footfall('oauth clients revoke client-one')).toMatchObject({ code: 1 })
  })
})
