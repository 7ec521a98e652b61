import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryStores } from './memory-stores.ts'
import { startService, type TestService } from './test-support/service.ts'
import { Browser } from './testing/browser.ts'
import { connect, consentForm, errorOf, isAccepted, refresh, registerClient, tokensOf } from './testing/client.ts'
import { DAY, HOUR, SECOND } from './testing/time.ts'

let service: TestService
let documents: Server
let documentHost: string
let documentUrl: string

beforeAll(async () => {
  documents = createServer((_req, res) => {
    res.setHeader('content-type', 'application/json')
    res.end(
      JSON.stringify({
        client_id: documentUrl,
        client_name: 'A published client',
        redirect_uris: ['http://127.0.0.1:9123/cb'],
        token_endpoint_auth_method: 'none',
      }),
    )
  })
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve))
  documentHost = `127.0.0.1:${(documents.address() as AddressInfo).port}`
  documentUrl = `http://${documentHost}/client.json`
  service = await startService({ stores: memoryStores(), options: { documents: { exemptHosts: [documentHost] } } })
})
afterAll(async () => {
  await service.close()
  documents.close()
})

const insecure: oidc.DiscoveryRequestOptions = { algorithm: 'oauth2', execute: [oidc.allowInsecureRequests] }
const AUTHENTICATION = {
  none: () => oidc.None(),
  client_secret_basic: () => oidc.ClientSecretBasic(),
  client_secret_post: () => oidc.ClientSecretPost(),
}

/** The browser's part for openid-client: it opens the URL, answers the form, and ends at the client's redirect. */
async function throughBrowser(url: URL): Promise<URL> {
  const browser = new Browser(service.base, 'session=acc_1')
  const { action, fields } = await consentForm(browser, url.href)
  fields.append('product', 'prd_2')
  fields.append('decision', 'allow')
  return new URL((await browser.post(action, fields)).headers.get('location') ?? '')
}

async function wholeFlow(config: oidc.Configuration, redirectUri: string): Promise<void> {
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const { resource } = service
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'notes:read notes:write',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource,
  })
  const back = await throughBrowser(url)
  const checks = { pkceCodeVerifier: verifier, expectedState: state }
  const tokens = await oidc.authorizationCodeGrant(config, back, checks, { resource })
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'notes:read notes:write' })
  expect(tokens.access_token).toMatch(/^joa_/)
  expect(await isAccepted(service, tokens.access_token)).toBe(true)

  const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource })
  expect(refreshed.refresh_token).toMatch(/^jor_/)
  expect(refreshed.access_token).not.toBe(tokens.access_token)
  await oidc.tokenRevocation(config, refreshed.refresh_token ?? '')
  expect(await isAccepted(service, refreshed.access_token)).toBe(false)
}

describe('the client library openid-client', () => {
  it.each(['none', 'client_secret_basic', 'client_secret_post'] as const)(
    'serves openid-client with %s: discovery, registration, code exchange, refresh and revocation',
    async (method) => {
      const redirectUri = 'http://127.0.0.1:9999/callback'
      const config = await oidc.dynamicClientRegistration(
        new URL(service.base),
        { client_name: 'openid-client', redirect_uris: [redirectUri], token_endpoint_auth_method: method },
        AUTHENTICATION[method](),
        insecure,
      )
      expect(config.clientMetadata().client_secret === undefined).toBe(method === 'none')
      await wholeFlow(config, redirectUri)
    },
  )

  it('serves openid-client when it is a client with a client metadata document', async () => {
    const config = await oidc.discovery(new URL(service.base), documentUrl, undefined, oidc.None(), insecure)
    await wholeFlow(config, 'http://127.0.0.1:9123/cb')
    const [connection] = await service.oauth.listConnections({ clientId: documentUrl }, { limit: 1 })
    expect(connection).toMatchObject({ clientName: 'A published client', grant: { products: ['prd_2'] } })
  })
})

describe('metadata', () => {
  it('publishes protected resource metadata with the authorization server and the initial scopes', async () => {
    expect(service.oauth.resourceMetadataUrl).toBe(`${service.base}/.well-known/oauth-protected-resource/mcp`)
    const response = await fetch(service.oauth.resourceMetadataUrl)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({
      resource: service.resource,
      authorization_servers: [service.base],
      scopes_supported: ['notes:read'],
      bearer_methods_supported: ['header'],
    })
  })

  it('publishes authorization server metadata with all endpoints and supported methods', async () => {
    const response = await fetch(`${service.base}/.well-known/oauth-authorization-server`)
    const { base } = service
    expect(await response.json()).toEqual({
      issuer: base,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/oauth/token`,
      registration_endpoint: `${base}/oauth/register`,
      revocation_endpoint: `${base}/oauth/revoke`,
      device_authorization_endpoint: `${base}/oauth/device_authorization`,
      scopes_supported: ['notes:read', 'notes:write', 'team:read'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
  })

  it('responds to HEAD requests for metadata without a body, and calls next for other paths', async () => {
    const head = await fetch(`${service.base}/.well-known/oauth-authorization-server`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetch(`${service.base}/oauth/other`)).status).toBe(404)
    expect((await fetch(`${service.base}/mcp`)).headers.get('www-authenticate')).toContain('resource_metadata=')
  })
})

describe('lifetimes', () => {
  it('expires a connection after ninety days, and no token later than its connection', async () => {
    const timed = await startService({ stores: memoryStores() })
    const client = await registerClient(timed)
    let tokens = await connect(timed, client)
    for (const days of [29, 29, 29]) {
      timed.clock.advance(days * DAY)
      tokens = await tokensOf(await refresh(timed, client, tokens.refresh_token))
    }
    timed.clock.advance(3 * DAY - 1800 * SECOND)
    tokens = await tokensOf(await refresh(timed, client, tokens.refresh_token))
    expect(tokens.expires_in).toBe(1800)
    timed.clock.advance(1800 * SECOND - 1)
    expect(await isAccepted(timed, tokens.access_token)).toBe(true)
    timed.clock.advance(1)
    expect(await isAccepted(timed, tokens.access_token)).toBe(false)
    expect(await errorOf(await refresh(timed, client, tokens.refresh_token))).toEqual([400, 'invalid_grant'])
    await timed.close()
  })

  it('expires a refresh token after thirty days', async () => {
    const timed = await startService({ stores: memoryStores() })
    const client = await registerClient(timed)
    const first = await connect(timed, client)
    timed.clock.advance(30 * DAY - 1)
    const second = await tokensOf(await refresh(timed, client, first.refresh_token))
    timed.clock.advance(30 * DAY)
    expect(await errorOf(await refresh(timed, client, second.refresh_token))).toEqual([400, 'invalid_grant'])
    await timed.close()
  })

  it('accepts the refresh token before the newest one again within the configured grace period, and no other', async () => {
    const lenient = await startService({ stores: memoryStores(), options: { reuseGraceSeconds: 10 } })
    const client = await registerClient(lenient)
    const first = await connect(lenient, client)
    const raced = await Promise.all([1, 2].map(() => refresh(lenient, client, first.refresh_token)))
    const [one, two] = [await tokensOf(raced[0] as Response), await tokensOf(raced[1] as Response)]
    lenient.clock.advance(10 * SECOND)
    const three = await tokensOf(await refresh(lenient, client, first.refresh_token))
    for (const { access_token } of [one, two, three]) expect(await isAccepted(lenient, access_token)).toBe(true)

    const next = await tokensOf(await refresh(lenient, client, two.refresh_token))
    expect(await errorOf(await refresh(lenient, client, first.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await isAccepted(lenient, next.access_token)).toBe(false)

    const again = await connect(lenient, client)
    await refresh(lenient, client, again.refresh_token)
    lenient.clock.advance(10 * SECOND + 1)
    expect(await errorOf(await refresh(lenient, client, again.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await isAccepted(lenient, again.access_token)).toBe(false)
    await lenient.close()
  })
})

describe('operations of the host', () => {
  it('verifies an access token for its own resource only, with everything that was granted', async () => {
    const client = await registerClient(service)
    const { access_token } = await connect(service, client)
    expect(await service.oauth.verifyAccessToken(access_token)).toMatchObject({
      accountId: 'acc_1',
      clientId: client.id,
      scopes: ['notes:read', 'team:read'],
      grant: { products: ['prd_1'] },
    })
    expect(await service.oauth.verifyAccessToken(access_token, 'https://other.example/mcp')).toBeUndefined()
  })

  it('lists and revokes connections of an account, and revokes all connections of a removed client', async () => {
    const client = await registerClient(service)
    const [a, b] = [
      await connect(service, client),
      await connect(service, client, new Browser(service.base, 'session=acc_9')),
    ]
    const [mine, ...others] = await service.oauth.listConnections({ accountId: 'acc_9' }, { limit: 10 })
    expect([others.length, mine?.clientId]).toEqual([0, client.id])
    expect(await service.oauth.revokeConnection(mine?.id ?? '')).toBe(true)
    expect(await service.oauth.revokeConnection(mine?.id ?? '')).toBe(false)
    expect([await isAccepted(service, a.access_token), await isAccepted(service, b.access_token)]).toEqual([
      true,
      false,
    ])

    expect(await service.oauth.removeClient(client.id)).toBe(true)
    expect(await isAccepted(service, a.access_token)).toBe(false)
    expect(await errorOf(await refresh(service, client, a.refresh_token))).toEqual([401, 'invalid_client'])
  })

  it('reports events to the host without secrets', async () => {
    const observed = await startService({ stores: memoryStores() })
    const client = await registerClient(observed, 'client_secret_post')
    const first = await connect(observed, client)
    const second = await tokensOf(await refresh(observed, client, first.refresh_token))
    await refresh(observed, client, first.refresh_token)
    expect(observed.events.map(({ kind }) => kind)).toEqual([
      'client_registered',
      'consent_allowed',
      'connection_begun',
      'connection_refreshed',
      'connection_revoked',
      'refused',
    ])
    expect(observed.events.at(-1)).toMatchObject({ reason: 'refresh_token_reused', clientId: client.id })
    const text = JSON.stringify(observed.events)
    for (const secret of [client.secret, first.access_token, second.refresh_token]) expect(text).not.toContain(secret)
    observed.clock.advance(91 * DAY + HOUR)
    expect(await observed.oauth.purgeExpired()).toBe(6)
    await observed.close()
  })
})
