import { describe, expect, it } from 'vitest'
import { type DeviceCode, revokeDeviceToken, signInByDevice } from './index.ts'
import { type Asked, caught, hangUp, json, type Respond, stillRuntime, testServer } from './test-support/server.ts'

const TOKEN = `jt_${'d'.repeat(49)}`
const METADATA = '/.well-known/oauth-authorization-server'

const server = testServer()

const metadata = (more: object = {}) =>
  json(200, {
    issuer: server.url,
    token_endpoint: `${server.url}/t`,
    revocation_endpoint: `${server.url}/r`,
    device_authorization_endpoint: `${server.url}/d`,
    ...more,
  })
const begun = (more: object = {}) =>
  json(200, {
    device_code: 'dev-1',
    user_code: 'BCDF-GHJK',
    verification_uri: 'https://stats.example/device',
    expires_in: 100,
    ...more,
  })
const issued = (more: object = {}) => json(200, { access_token: TOKEN, scope: 'analytics:read tokens:read', ...more })
const rejected = (error: string, more: object = {}) => json(400, { error, ...more })

function signIn(...answers: Respond[]) {
  server.answer(...answers)
  const { runtime, slept } = stillRuntime()
  const shown: DeviceCode[] = []
  const done = signInByDevice({
    ...{ ...runtime, server: server.url, clientId: 'cli', scope: ['analytics:read'], deviceName: 'box', attempts: 1 },
    show: (code) => shown.push(code),
  })
  return { done, slept, shown }
}

const formOf = ({ body }: Pick<Asked, 'body'>) => Object.fromEntries(new URLSearchParams(body))

describe('the sign-in of a device', () => {
  it('shows the code, asks until the person allowed it, and sends what RFC 8628 demands', async () => {
    const named = issued({ expires_in: 60, token_id: 'tok_1', token_name: 'Box' })
    const { done, slept, shown } = signIn(metadata(), begun(), rejected('authorization_pending'), named)
    expect(await done).toMatchObject({
      accessToken: TOKEN,
      scope: ['analytics:read', 'tokens:read'],
      expiresAt: Date.parse('2026-01-01T00:01:10.000Z'),
      id: 'tok_1',
      name: 'Box',
    })
    expect(shown).toEqual([
      {
        userCode: 'BCDF-GHJK',
        verificationUri: 'https://stats.example/device',
        verificationUriComplete: undefined,
        expiresAt: Date.parse('2026-01-01T00:01:40.000Z'),
      },
    ])
    expect(slept).toEqual([5_000, 5_000])
    expect(server.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${METADATA}`,
      'POST /d',
      'POST /t',
      'POST /t',
    ])
    const resource = `${server.url}/api/v1`
    expect(server.asked.slice(1, 3).map(formOf)).toEqual([
      { client_id: 'cli', resource, scope: 'analytics:read', device_name: 'box' },
      {
        client_id: 'cli',
        resource,
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: 'dev-1',
      },
    ])
    expect(server.asked.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  })

  it('waits longer after slow_down and after a lost response, and stops when the code expires', async () => {
    const { done, slept } = signIn(
      metadata(),
      begun(),
      rejected('slow_down'),
      hangUp,
      json(503, {}),
      rejected('authorization_pending'),
    )
    expect(await caught(done)).toMatchObject({ code: 'sign_in_rejected', oauthError: 'expired_token' })
    expect(slept).toEqual([5_000, 10_000, 20_000, 20_000, 20_000, 20_000, 20_000])
  })

  it('ends when the person denies it, with what the service says', async () => {
    const { done } = signIn(metadata(), begun(), rejected('access_denied', { error_description: 'A policy.' }))
    expect(await caught(done)).toMatchObject({
      code: 'sign_in_rejected',
      oauthError: 'access_denied',
      detail: 'A policy.',
    })
  })

  it('says that a service has no device authorization, before anything else is sent', async () => {
    const { done } = signIn(metadata({ device_authorization_endpoint: undefined }))
    expect(await caught(done)).toMatchObject({ oauthError: 'unsupported_grant_type' })
    expect(server.asked).toHaveLength(1)
  })

  const page: Respond = (res) => void res.end('<html>')
  const redirect: Respond = (res) => void res.writeHead(307, { location: 'https://a.example' }).end()
  const cases: readonly (readonly [name: string, code: string, answers: () => Respond[]])[] = [
    ['metadata that is a list', 'invalid_response', () => [json(200, [])]],
    ['metadata without a token endpoint', 'invalid_response', () => [metadata({ token_endpoint: 1 })]],
    ['an endpoint that is no address', 'invalid_argument', () => [metadata({ device_authorization_endpoint: 'd' })]],
    [
      'an endpoint at http on another machine',
      'invalid_argument',
      () => [metadata({ device_authorization_endpoint: 'http://a.example/d' })],
    ],
    ['a redirect', 'redirected', () => [redirect]],
    ['a code without its secret', 'invalid_response', () => [metadata(), begun({ device_code: undefined })]],
    ['a code that never expires', 'invalid_response', () => [metadata(), begun({ expires_in: 'never' })]],
    ['a pause of an hour', 'invalid_response', () => [metadata(), begun({ interval: 3_600 })]],
    ['a pause of no time', 'invalid_response', () => [metadata(), begun({ interval: 0 })]],
    ['a token of another kind', 'invalid_response', () => [metadata(), begun(), issued({ access_token: 'abc' })]],
    ['a page in place of a token', 'invalid_response', () => [metadata(), begun(), page]],
  ]
  it.each(cases)('rejects the sign-in at a server with %s', async (_, code, answers) => {
    expect(await caught(signIn(...answers()).done)).toMatchObject({ code })
  })
})

it('revokes its token at the endpoint of the metadata, as its client', async () => {
  server.answer(metadata(), json(200, {}))
  await revokeDeviceToken({ ...stillRuntime().runtime, server: server.url, clientId: 'cli', token: TOKEN })
  expect(server.asked[1]).toMatchObject({ method: 'POST', url: '/r' })
  expect(server.asked.slice(1).map(formOf)).toEqual([{ token: TOKEN, client_id: 'cli' }])
})
