import { InvalidGrantError } from '@node-oauth/oauth2-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AbstractGrantType, type GrantTypeClient, type GrantTypeRequest } from '../grant-type.ts'
import { memoryStores } from '../memory-stores.ts'
import { createOAuthServer } from '../server.ts'
import { startService, type TestService } from '../test-support/service.ts'
import { Browser } from '../testing/browser.ts'
import {
  authorizeUrl,
  type Changes,
  connect,
  errorOf,
  isAccepted,
  newPkce,
  postForm,
  postJson,
  refresh,
  registerClient,
  type TestClient,
  tokensOf,
} from '../testing/client.ts'
import { HOUR } from '../testing/time.ts'

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const user = { accountId: 'acc_7', grant: { products: ['prd_7'] } }

class ClientCredentials extends AbstractGrantType {
  async handle(request: GrantTypeRequest, client: GrantTypeClient) {
    const scope = await this.validateScope(user, client, this.getScope(request))
    return this.model.saveToken(
      { accessToken: await this.generateAccessToken(client, user, scope), scope },
      client,
      user,
    )
  }
}

const seen: unknown[] = []
class Exchange extends AbstractGrantType {
  async handle(request: GrantTypeRequest, client: GrantTypeClient) {
    seen.push({ ...request.body }, client)
    const { subject_token: subject } = request.body
    if (subject === undefined) throw new InvalidGrantError('subject_token is missing.')
    if (subject === 'unreachable') throw new StoreAway()
    const scope = this.getScope(request)
    const tokens = {
      accessToken: await this.generateAccessToken(client, user, scope ?? []),
      refreshToken: await this.generateRefreshToken(client, user, scope ?? []),
      scope,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    }
    return this.model.saveToken(tokens, client, user)
  }
}
class StoreAway extends Error {}

let service: TestService
let program: TestClient
beforeAll(async () => {
  service = await startService({
    stores: memoryStores(),
    host: { isUnavailable: (error) => error instanceof StoreAway },
    options: { extendedGrantTypes: { client_credentials: ClientCredentials, [EXCHANGE]: Exchange } },
  })
  program = await registerClient(service, 'client_secret_basic', { grant_types: ['client_credentials', EXCHANGE] })
})
afterAll(() => service.close())

const ask = (client: TestClient, changes: Changes = {}) =>
  postForm(service, '/oauth/token', client, {
    grant_type: 'client_credentials',
    resource: service.resource,
    scope: 'notes:read',
    ...changes,
  })
const register = async (metadata: object) => {
  const response = await postJson(`${service.base}/oauth/register`, {
    redirect_uris: ['https://client.example/cb'],
    ...metadata,
  })
  return (await response.json()) as Record<string, unknown>
}

describe('tokens of an extended grant type', () => {
  it('issues an access token of an extended grant type for one hour, and purges it afterwards', async () => {
    const tokens = await tokensOf(await ask(program, { scope: 'notes:read team:read' }))
    expect(Object.keys(tokens).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type'])
    expect(tokens).toMatchObject({ expires_in: 3600, scope: 'notes:read team:read' })
    expect(tokens.access_token).toMatch(/^joa_/)
    expect(await service.oauth.verifyAccessToken(tokens.access_token)).toMatchObject({
      ...user,
      clientId: program.id,
      scopes: ['notes:read', 'team:read'],
    })
    service.clock.advance(HOUR)
    expect(await isAccepted(service, tokens.access_token)).toBe(false)
    await service.oauth.purgeExpired()
    expect(await service.oauth.listConnections({ clientId: program.id }, { limit: 1 })).toEqual([])
  })

  it('revokes tokens of an extended grant type by the client and by the host', async () => {
    const [first, second] = [await tokensOf(await ask(program)), await tokensOf(await ask(program))]
    await postForm(service, '/oauth/revoke', program, { token: first.access_token })
    expect(await isAccepted(service, first.access_token)).toBe(false)
    expect(await isAccepted(service, second.access_token)).toBe(true)
    const [live] = await service.oauth.listConnections(
      { clientId: program.id, liveAt: service.clock.now() },
      { limit: 2 },
    )
    expect(await service.oauth.revokeConnection(live?.id ?? '')).toBe(true)
    expect(await isAccepted(service, second.access_token)).toBe(false)
  })

  it('issues a refresh token of an extended grant type only to a client that registered refresh_token', async () => {
    const without = await tokensOf(await ask(program, { grant_type: EXCHANGE, subject_token: 'x' }))
    expect(without.refresh_token).toBeUndefined()
    const client = await registerClient(service, 'client_secret_post', { grant_types: [EXCHANGE, 'refresh_token'] })
    const first = await tokensOf(await ask(client, { grant_type: EXCHANGE, subject_token: 'x' }))
    expect(first).toMatchObject({ issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' })
    const second = await tokensOf(await refresh(service, client, first.refresh_token))
    expect(await errorOf(await refresh(service, client, first.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await isAccepted(service, second.access_token)).toBe(false)
  })

  it('counts a client with tokens of an extended grant type as used', async () => {
    const client = await registerClient(service, 'client_secret_basic', { grant_types: ['client_credentials'] })
    const firstAllowedAt = async () =>
      (await service.oauth.listClients({ limit: 100 })).find(({ id }) => id === client.id)?.firstAllowedAt
    expect(await firstAllowedAt()).toBeUndefined()
    await tokensOf(await ask(client))
    expect(await firstAllowedAt()).toBe(service.clock.now())
  })
})

describe('a request for an extended grant type', () => {
  it('passes the form without credentials and the authenticated client to an extended grant type', async () => {
    const client = await registerClient(service, 'client_secret_post', { grant_types: [EXCHANGE] })
    seen.length = 0
    await tokensOf(await ask(client, { grant_type: EXCHANGE, subject_token: 'x', empty: '', unheard_of: 'y' }))
    expect(seen).toEqual([
      {
        grant_type: EXCHANGE,
        resource: service.resource,
        scope: 'notes:read',
        subject_token: 'x',
        unheard_of: 'y',
        client_id: client.id,
      },
      { id: client.id, name: 'A client', authMethod: 'client_secret_post', grants: [EXCHANGE] },
    ])
  })

  it.each<readonly [string, Changes, readonly [number, string]]>([
    ['no resource', { resource: undefined }, [400, 'invalid_target']],
    ['another resource', { resource: 'https://other.example/mcp' }, [400, 'invalid_target']],
    ['no scope', { scope: undefined }, [400, 'invalid_scope']],
    ['an empty scope', { scope: '' }, [400, 'invalid_scope']],
    ['an unknown scope', { scope: 'notes:read notes:*' }, [400, 'invalid_scope']],
    ['scope twice', { scope: ['notes:read', 'notes:read'] }, [400, 'invalid_request']],
    [
      'no scope, where the class does not look at it',
      { grant_type: EXCHANGE, subject_token: 'x', scope: undefined },
      [400, 'invalid_scope'],
    ],
    ['what the class rejects', { grant_type: EXCHANGE }, [400, 'invalid_grant']],
    [
      'what fails in the class because a store is away',
      { grant_type: EXCHANGE, subject_token: 'unreachable' },
      [503, 'temporarily_unavailable'],
    ],
    [
      'a grant type that the library has and the host does not',
      { grant_type: 'password' },
      [400, 'unsupported_grant_type'],
    ],
    [
      'a grant type that the client has not registered',
      { grant_type: 'refresh_token', refresh_token: 'x' },
      [400, 'unauthorized_client'],
    ],
  ])('rejects a request for an extended grant type with %s', async (_, changes, expected) => {
    const before = await service.oauth.listConnections({ clientId: program.id }, { limit: 100 })
    expect(await errorOf(await ask(program, changes))).toEqual(expected)
    expect(await service.oauth.listConnections({ clientId: program.id }, { limit: 100 })).toEqual(before)
  })

  it('rejects an extended grant type without the secret, and for a client that did not register it', async () => {
    expect(await errorOf(await ask({ ...program, secret: 'wrong' }))).toEqual([401, 'invalid_client'])
    const other = await registerClient(service, 'client_secret_basic')
    expect(await errorOf(await ask(other))).toEqual([400, 'unauthorized_client'])
  })
})

describe('the registration of an extended grant type', () => {
  it('registers an extended grant type only by name, and the built-in grant types by default', async () => {
    expect(await register({})).toMatchObject({ grant_types: ['authorization_code', 'refresh_token'] })
    expect(await register({ grant_types: [EXCHANGE, 'authorization_code'] })).toMatchObject({
      grant_types: ['authorization_code', EXCHANGE],
      response_types: ['code'],
      redirect_uris: ['https://client.example/cb'],
    })
  })

  it('registers no redirect URI for a client without authorization_code', async () => {
    const registered = await register({ grant_types: [EXCHANGE], response_types: [] })
    expect(registered).toMatchObject({ grant_types: [EXCHANGE], response_types: [], redirect_uris: [] })
    const client = { ...program, id: String(registered.client_id), redirectUri: 'https://client.example/cb' }
    const response = await new Browser(service.base, 'session=acc_1').get(
      authorizeUrl(service, client, newPkce().challenge),
    )
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })

  it.each<readonly [string, object]>([
    ['an unknown grant type', { grant_types: ['authorization_code', 'password'] }],
    ['only refresh_token', { grant_types: ['refresh_token'] }],
    ['none', { grant_types: [] }],
    ['a text in place of a list', { grant_types: 'client_credentials' }],
    ['a response type without authorization_code', { grant_types: [EXCHANGE], response_types: ['code'] }],
    [
      'client_credentials for a client without a secret',
      { grant_types: ['client_credentials'], token_endpoint_auth_method: 'none' },
    ],
  ])('rejects a registration of an extended grant type with %s', async (_, metadata) => {
    expect(await register(metadata)).toMatchObject({ error: 'invalid_client_metadata' })
  })

  it('does not change the built-in grant types of other clients', async () => {
    const client = await registerClient(service)
    const tokens = await connect(service, client)
    await tokensOf(await refresh(service, client, tokens.refresh_token))
  })
})

describe('extendedGrantTypes', () => {
  const options = {
    issuer: 'https://auth.example',
    resource: 'https://auth.example/mcp',
    scopes: { grantable: ['a'], initial: ['a'] },
    stores: memoryStores(),
    host: {
      currentAccount: async () => undefined,
      signInUrl: () => '/',
      readGrant: async () => ({ ok: true, grant: {} }) as const,
    },
    now: () => 0,
  }
  it.each(['authorization_code', 'refresh_token', '', 'two words', 'ünïcode', '"'])(
    'rejects an extended grant type named %j',
    (name) => {
      expect(() => createOAuthServer({ ...options, extendedGrantTypes: { [name]: Exchange } })).toThrow(TypeError)
    },
  )
})
